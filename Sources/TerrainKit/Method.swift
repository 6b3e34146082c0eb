extension Terrain {
  /// An operation of the service that an app runs in-process. The raw value is the name that `terrain serve` knows it by.
  public enum Method: String, Sendable, CaseIterable {
    /// Score a quiz.
    case score
    /// The next question of a quiz.
    case nextQuestion = "quiz.next"
    /// The page about a person.
    case constitution
    /// The page about what a day is about.
    case insight
    /// Candidates in order.
    case suggest
    /// One day on one page.
    case today
    /// Trends of a person's log.
    case trend
    /// Days in a row.
    case streak
    /// The day of a program.
    case program
    /// Two replicas of a person's records as one.
    case merge
    /// The state of a timeline.
    case timeline
    /// The problems of a filled-in form.
    case check
    /// The value of a decision.
    case decide
    /// Records of a kind.
    case records
    /// A file that records name.
    case media
    /// The effect of an event on an account, without it.
    case quote = "loyalty.quote"
    /// Earn what an event is worth.
    case earn = "loyalty.earn"
    /// Set aside what something costs.
    case reserve = "loyalty.reserve"
    /// Spend what was set aside.
    case commit = "loyalty.commit"
    /// Give back what was set aside.
    case cancel = "loyalty.cancel"
    /// Take back what an event earned.
    case refund = "loyalty.refund"
    /// Add to an account, or take from it.
    case adjust = "loyalty.adjust"
    /// Use a benefit.
    case use = "loyalty.use"
    /// Send an amount to another account.
    case send = "loyalty.send"
    /// Receive an amount from another account.
    case receive = "loyalty.receive"
    /// Set the rights of a member.
    case member = "loyalty.member"
    /// Let time pass.
    case expire = "loyalty.expire"
    /// The state of an account.
    case status = "loyalty.status"
    /// Fold events into an account.
    case replay = "loyalty.replay"
    /// Fold an account again, and compare.
    case verify = "loyalty.verify"
  }
}
