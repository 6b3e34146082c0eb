@main
enum Terrain {
  static func main() {}
}
