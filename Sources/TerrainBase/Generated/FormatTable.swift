// Written by Tests/Generators/format-tables.py from the tables of PyPI `babel` 2.19.0, which come from CLDR.
// swift-format-ignore-file

/// Formats of locales. Each line has the locales, `>`, and their value.
enum FormatTable {
  /// Plural rules: the locales, and the condition of each category but `other`.
  static let plurals: StaticString = """
    af an asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg mas mgo ml mn mr nb nd ne nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sd sdh seh sn so sq ss ssy st syr ta te teo tig tk tn tr ts ug uz ve vo vun wae xh xog>one:n=1
    ak bho csw ln mg nso pa ti wa>one:n=0..1
    am as bn doi fa gu hi kn kok pcm tg vi zu>one:i=0|n=1
    ar>zero:n=0;one:n=1;two:n=2;few:n%100=3..10;many:n%100=11..99
    ast de en et fi fy ia ie io lij nl sc sv sw ur yi>one:i=1&v=0
    be>one:n%10=1&n%100!11;few:n%10=2..4&n%100!12..14;many:n%10=0|n%10=5..9|n%100=11..14
    blo cv ksh>zero:n=0;one:n=1
    br>one:n%10=1&n%100!11,71,91;two:n%10=2&n%100!12,72,92;few:n%10=3..4,9&n%100!10..19,70..79,90..99;many:n!0&n%1000000=0
    bs hr sr>one:v=0&i%10=1&i%100!11|f%10=1&f%100!11;few:v=0&i%10=2..4&i%100!12..14|f%10=2..4&f%100!12..14
    ca gl it lld scn vec pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL>one:i=1&v=0;many:e=0&i!0&i%1000000=0&v=0|e!0..5
    ceb fil>one:v=0&i=1,2,3|v=0&i%10!4,6,9|v!0&f%10!4,6,9
    cs sk>one:i=1&v=0;few:i=2..4&v=0;many:v!0
    cy>zero:n=0;one:n=1;two:n=2;few:n=3;many:n=6
    da>one:n=1|t!0&i=0,1
    dsb hsb>one:v=0&i%100=1|f%100=1;two:v=0&i%100=2|f%100=2;few:v=0&i%100=3..4|f%100=3..4
    es>one:n=1;many:e=0&i!0&i%1000000=0&v=0|e!0..5
    ff hy kab>one:i=0,1
    fr pt>one:i=0..1;many:e=0&i!0&i%1000000=0&v=0|e!0..5
    ga>one:n=1;two:n=2;few:n=3..6;many:n=7..10
    gd>one:n=1,11;two:n=2,12;few:n=3..10,13..19
    gv>one:v=0&i%10=1;two:v=0&i%10=2;few:v=0&i%100=0,20,40,60,80;many:v!0
    he>one:i=1&v=0|i=0&v!0;two:i=2&v=0
    is>one:t=0&i%10=1&i%100!11|t%10=1&t%100!11
    iu naq sat se sma smj smn sms>one:n=1;two:n=2
    kw>zero:n=0;one:n=1;two:n%100=2,22,42,62,82|n%1000=0&n%100000=1000..20000,40000,60000,80000|n!0&n%1000000=100000;few:n%100=3,23,43,63,83;many:n!1&n%100=1,21,41,61,81
    lag>zero:n=0;one:i=0,1&n!0
    lt>one:n%10=1&n%100!11..19;few:n%10=2..9&n%100!11..19;many:f!0
    lv prg>zero:n%10=0|n%100=11..19|v=2&f%100=11..19;one:n%10=1&n%100!11|v=2&f%10=1&f%100!11|v!2&f%10=1
    mk>one:v=0&i%10=1&i%100!11|f%10=1&f%100!11
    mt>one:n=1;two:n=2;few:n=0|n%100=3..10;many:n%100=11..19
    pl>one:i=1&v=0;few:v=0&i%10=2..4&i%100!12..14;many:v=0&i!1&i%10=0..1|v=0&i%10=5..9|v=0&i%100=12..14
    ro>one:i=1&v=0;few:v!0|n=0|n!1&n%100=1..19
    ru uk>one:v=0&i%10=1&i%100!11;few:v=0&i%10=2..4&i%100!12..14;many:v=0&i%10=0|v=0&i%10=5..9|v=0&i%100=11..14
    sgs>one:n%10=1&n%100!11;two:n=2;few:n!2&n%10=2..9&n%100!11..19;many:f!0
    shi>one:i=0|n=1;few:n=2..10
    si>one:n=0,1|i=0&f=1
    sl>one:v=0&i%100=1;two:v=0&i%100=2;few:v=0&i%100=3..4|v!0
    tzm>one:n=0..1|n=11..99
    """
  /// Number formats: decimal point, group separator, minus sign, size of the last group and of others, the same for
  /// amounts of money, and what is before and after an amount, positive and negative.
  static let numbers: StaticString = """
    az-Arab bm-Nkoo en-Dsrt en-MV en-Shaw es-PE ks-Deva ku-Arab ta-MY ta-SG zh-Latn bm-Nkoo-ML en-Dsrt-US en-Shaw-GB>.;,;-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    ady ht kbd ts>,;\u{a0};-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    af nr ss ve en-ZA es-CR>,;\u{a0};-;3;3;3;3;¤;;-¤;
    agq kab shi zgh>,;\u{a0};-;3;3;3;3;;¤;-;¤
    ak am bem bho bm ceb cgg chr cop cy dav doi ebu ee en fil ga gd guz gv haw ig ja jmc kam kde ki kln kn ko kw mas mer ms mt naq nd nus nyn om pcm rof saq si sn so st teo th ti tn ug vai vun yo yue zh zu es-419 es-BR es-BZ es-CU es-DO es-GT es-HN es-MX es-NI es-PA es-PR es-SV es-US mn-Mong-MN>.;,;-;3;3;3;3;¤;;-¤;
    ar>.;,;\u{200e}-;3;3;3;3;\u{200f};\u{a0}¤;\u{200f}\u{200e}-;\u{a0}¤
    as brx ne>.;,;-;3;2;3;2;¤\u{a0};;-¤\u{a0};
    asa ce my tpi xog az-Cyrl en-150 fr-RW>.;,;-;3;3;3;3;;\u{a0}¤;-;\u{a0}¤
    ast az bs ca da de dsb el es hsb is it ku lb lij lld ln mk pms ro sc sr vi en-BE en-DE en-DK en-ES en-IT en-PL en-RO en-SI fr-LU>,;.;-;3;3;3;3;;\u{a0}¤;-;\u{a0}¤
    ba bas be bg br bua cs cv dua dyo ewo ff gl hu hy ka kea kk ksf ky lv nmg pl ru sah sk smn sq tg tk tt tzm uk uz yav en-CZ en-EE en-FI en-HU en-LT en-LV en-NO en-PT en-SE en-SK en-UA fr-CA pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL>,;\u{a0};-;3;3;3;3;;\u{a0}¤;-;\u{a0}¤
    bez km ksb lg luo rwk sbp>.;,;-;3;3;3;3;;¤;-;¤
    bgn>\u{66b};\u{60c};-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    blo>,;\u{202f};-;3;3;3;3;¤\u{a0};;¤\u{a0}-;
    bn ccp>.;,;-;3;2;3;2;;¤;-;¤
    dje khq ses twq kk-Arab>.;\u{a0};-;3;3;3;3;;¤;-;¤
    dv ta>.;,;-;3;2;3;3;¤\u{a0};;-¤\u{a0};
    dz gu hi kok kxv pa sa te xnr bn-IN en-IN>.;,;-;3;2;3;2;¤;;-¤;
    eo vec>,;\u{202f};-;3;3;3;3;;\u{202f}¤;-;\u{202f}¤
    et fi lt nb nn no se sv>,;\u{a0};\u{2212};3;3;3;3;;\u{a0}¤;\u{2212};\u{a0}¤
    eu fo hr sl>,;.;\u{2212};3;3;3;3;;\u{a0}¤;\u{2212};\u{a0}¤
    fa>.;,;\u{200e}\u{2212};3;3;3;3;\u{200e}¤\u{a0};;\u{200e}\u{2212}\u{200e}¤\u{a0};
    fr en-FR en-GE>,;\u{202f};-;3;3;3;3;;\u{a0}¤;-;\u{a0}¤
    fy>,;.;-;3;3;3;3;¤\u{a0};;¤\u{a0};-
    gsw>.;';\u{2212};3;3;3;3;;\u{a0}¤;\u{2212};\u{a0}¤
    he>.;,;\u{200e}-;3;3;3;3;\u{200f};\u{a0}\u{200f}¤;\u{200f}\u{200e}-;\u{a0}\u{200f}¤
    ia jgo jv kgp kkj mgh nnh pt rw scn wo yrl de-AT en-AT es-UY ms-BN qu-BO sw-CD>,;.;-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    id mua su tr en-ID es-AR es-BO es-CO ms-ID>,;.;-;3;3;3;3;¤;;-¤;
    ie>,;\u{a0};-;3;3;3;3;¤\u{a0};;¤\u{a0}-;
    kl lo sg es-CL es-EC es-VE>,;.;-;3;3;3;3;¤;;¤-;
    ks>.;\u{60c};-;3;3;3;3;¤;;-¤;
    lu rn seh>,;.;-;3;3;3;3;;¤;-;¤
    luy>.;,;-;3;3;3;3;¤;;¤-\u{a0};
    mfe to>.;\u{a0};-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    ml mr or>.;,;-;3;2;3;3;¤;;-¤;
    nl en-NL es-PY>,;.;-;3;3;3;3;¤\u{a0};;¤\u{a0}-;
    nqo>.;\u{60c};-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    ps uz-Arab>,;.;\u{200e}\u{2212};3;3;3;3;¤\u{a0};;\u{200e}\u{2212}¤\u{a0};
    rm>,;\u{202f};-;3;3;3;3;¤;;-¤;
    tok>,;\u{a0};-;2;2;2;2;¤;;-¤;
    tyv>.;\u{a0};-;3;3;3;3;;\u{a0}¤;-;\u{a0}¤
    ur>.;,;\u{200e}-;3;3;3;3;¤;;\u{200e}-¤;
    xh>.;\u{a0};-;3;3;3;3;¤;;-¤;
    ar-DZ ar-LB ar-LY ar-MA ar-MR ar-TN>,;.;\u{200e}-;3;3;3;3;\u{200f};\u{a0}¤;\u{200f}\u{200e}-;\u{a0}¤
    de-CH en-CH it-CH>.;';-;3;3;3;3;¤\u{a0};;¤-;
    de-LI>.;';-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    ff-Adlm>.;\u{2e41};-;3;3;3;3;¤\u{a0};;-¤\u{a0};
    fr-CH>,;';-;3;3;3;3;;\u{a0}¤;-;\u{a0}¤
    pa-Arab>.;,;\u{200e}-;3;3;3;3;¤\u{a0};;\u{200e}-¤\u{a0};
    """
  /// Patterns of dates.
  static let dates: StaticString = """
    af en-BE en-BW en-MT en-ZA>dd MMM y
    am az ca cy el es fa fr ga hi id ig it km lo ms nl pa pl ps ro sq sv sw th tk tr af-NA en-001 en-150 en-AE en-AG en-AI en-AT en-AU en-BB en-BM en-BS en-CC en-CH en-CK en-CM en-CX en-CY en-CZ en-DE en-DG en-DK en-DM en-EE en-ER en-ES en-FI en-FJ en-FK en-FM en-FR en-GB en-GD en-GE en-GG en-GH en-GI en-GM en-GS en-GY en-HK en-HU en-ID en-IE en-IL en-IM en-IN en-IO en-IT en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS en-LT en-LV en-MG en-MO en-MS en-MU en-MW en-MY en-NA en-NF en-NG en-NL en-NO en-NR en-NU en-NZ en-PG en-PL en-PN en-PT en-PW en-RO en-RW en-SB en-SC en-SD en-SE en-SG en-SH en-SI en-SK en-SL en-SS en-SX en-SZ en-Shaw en-TC en-TK en-TO en-TT en-TV en-TZ en-UA en-UG en-VC en-VG en-VU en-WS en-ZM uz-Arab>d MMM y
    ar>dd\u{200f}/MM\u{200f}/y
    as ml my ne sd si az-Arab en-Dsrt mn-Mong zh-Latn en-Dsrt-US>y MMM d
    be mk ru>d MMM y\u{202f}'г'.
    bg>d.MM.y\u{202f}'г'.
    bn gu mr ta te vi uz-Cyrl>d MMM, y
    bs hr>d. MMM y.
    cs sk>d. M. y
    da et is nb nn no sl>d. MMM y
    de>dd.MM.y
    en fil kn or zu sd-Deva>MMM d, y
    eu>y('e')'ko' MMM d('a')
    fi sv-AX>d.M.y
    gl pt>d 'de' MMM 'de' y
    he>d בMMM y
    hu>y. MMM d.
    hy>y թ. MMM d
    ja>y/MM/dd
    ka>d MMM. y
    kk>y\u{202f}'ж'. dd MMM
    ko>y. M. d.
    ky>y-'ж'., d-MMM
    lv>y. 'gada' d. MMM
    mn>y\u{202f}'оны' MMM'ын' d
    so en-BZ en-PK>dd-MMM-y
    sr>d. M. y.
    uk>d MMM y\u{202f}'р'.
    ur>d MMM\u{60c} y
    uz>d-MMM, y
    yo>d MM y
    yue zh>y年M月d日
    bs-Cyrl>dd.MM.y.
    en-MV es-CL>dd-MM-y
    en-ZW>dd MMM,y
    es-BO>d MMM 'de' y
    es-CO es-GT>d/MM/y
    es-PA es-PR>MM/dd/y
    hi-Latn hi-Latn-IN>dd MMM, y
    kk-Arab>y\u{60c} d-MMM
    ms-Arab pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL ms-Arab-BN ms-Arab-MY>dd/MM/y
    mn-Mong-MN>y.MM.dd
    """
  /// Names of months, as they are in a date.
  static let months: StaticString = """
    bs-Cyrl en-MV es-CL es-CO es-GT es-PA es-PR ms-Arab pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL sv-AX mn-Mong-MN ms-Arab-BN ms-Arab-MY>
    af>Jan.;Feb.;Mrt.;Apr.;Mei;Jun.;Jul.;Aug.;Sep.;Okt.;Nov.;Des.
    am>ጃን;ፌብ;ማርች;ኤፕሪ;ሜይ;ጁን;ጁላይ;ኦገስ;ሴፕቴ;ኦክቶ;ኖቬም;ዲሴም
    as>জ\u{9be}ন\u{9c1};ফ\u{9c7}ব\u{9cd}ৰ\u{9c1};ম\u{9be}ৰ\u{9cd}চ;এপ\u{9cd}ৰ\u{9bf}ল;ম\u{9c7}\u{2019};জ\u{9c1}ন;জ\u{9c1}ল\u{9be}ই;আগ;ছ\u{9c7}প\u{9cd}ত\u{9c7};অক\u{9cd}ট\u{9cb};নৱ\u{9c7};ড\u{9bf}চ\u{9c7}
    az>yan;fev;mar;apr;may;iyn;iyl;avq;sen;okt;noy;dek
    be>сту;лют;сак;кра;мая;чэр;ліп;жні;вер;кас;ліс;сне
    bn>জ\u{9be}ন\u{9c1};ফ\u{9c7}ব;ম\u{9be}র\u{9cd}চ;এপ\u{9cd}র\u{9bf};ম\u{9c7};জ\u{9c1}ন;জ\u{9c1}ল;আগ;স\u{9c7}প;অক\u{9cd}ট\u{9cb};নভ\u{9c7};ড\u{9bf}স\u{9c7}
    bs>jan;feb;mar;apr;maj;jun;jul;aug;sep;okt;nov;dec
    ca>de gen.;de febr.;de març;d\u{2019}abr.;de maig;de juny;de jul.;d\u{2019}ag.;de set.;d\u{2019}oct.;de nov.;de des.
    cy>Ion;Chwef;Maw;Ebr;Mai;Meh;Gorff;Awst;Medi;Hyd;Tach;Rhag
    da>jan.;feb.;mar.;apr.;maj;jun.;jul.;aug.;sep.;okt.;nov.;dec.
    el>Ιαν;Φεβ;Μαρ;Απρ;Μαΐ;Ιουν;Ιουλ;Αυγ;Σεπ;Οκτ;Νοε;Δεκ
    en hi-Latn hi-Latn-IN>Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sep;Oct;Nov;Dec
    es>ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    et>jaan;veebr;märts;apr;mai;juuni;juuli;aug;sept;okt;nov;dets
    eu>urt.;ots.;mar.;api.;mai.;eka.;uzt.;abu.;ira.;urr.;aza.;abe.
    fa>ژانویه;فوریه;مارس;آوریل;مه;ژوئن;ژوئیه;اوت;سپتامبر;اکتبر;نوامبر;دسامبر
    fil>Ene;Peb;Mar;Abr;May;Hun;Hul;Ago;Set;Okt;Nob;Dis
    fr>janv.;févr.;mars;avr.;mai;juin;juil.;août;sept.;oct.;nov.;déc.
    ga>Ean;Feabh;Márta;Aib;Beal;Meith;Iúil;Lún;MFómh;DFómh;Samh;Noll
    gl>xan.;feb.;mar.;abr.;maio;xuño;xul.;ago.;set.;out.;nov.;dec.
    gu>જ\u{abe}ન\u{acd}ય\u{ac1};ફ\u{ac7}બ\u{acd}ર\u{ac1};મ\u{abe}ર\u{acd}ચ;એપ\u{acd}ર\u{abf}લ;મ\u{ac7};જ\u{ac2}ન;જ\u{ac1}લ\u{abe}ઈ;ઑગસ\u{acd}ટ;સપ\u{acd}ટ\u{ac7};ઑક\u{acd}ટ\u{acb};નવ\u{ac7};ડ\u{abf}સ\u{ac7}
    he>ינו\u{5f3};פבר\u{5f3};מרץ;אפר\u{5f3};מאי;יוני;יולי;אוג\u{5f3};ספט\u{5f3};אוק\u{5f3};נוב\u{5f3};דצמ\u{5f3}
    hi>जन\u{970};फ\u{93c}र\u{970};म\u{93e}र\u{94d}च;अप\u{94d}र\u{948}ल;मई;ज\u{942}न;ज\u{941}ल\u{970};अग\u{970};स\u{93f}त\u{970};अक\u{94d}ट\u{942}\u{970};नव\u{970};द\u{93f}स\u{970}
    hr>sij;velj;ožu;tra;svi;lip;srp;kol;ruj;lis;stu;pro
    hu>jan.;febr.;márc.;ápr.;máj.;jún.;júl.;aug.;szept.;okt.;nov.;dec.
    hy>հնվ;փտվ;մրտ;ապր;մյս;հնս;հլս;օգս;սեպ;հոկ;նոյ;դեկ
    id>Jan;Feb;Mar;Apr;Mei;Jun;Jul;Agu;Sep;Okt;Nov;Des
    ig>Jen;Feb;Maa;Epr;Mee;Juu;Jul;Ọgọ;Sep;Ọkt;Nov;Dis
    is>jan.;feb.;mar.;apr.;maí;jún.;júl.;ágú.;sep.;okt.;nóv.;des.
    it>gen;feb;mar;apr;mag;giu;lug;ago;set;ott;nov;dic
    ka>იან;თებ;მარ;აპრ;მაი;ივნ;ივლ;აგვ;სექ;ოქტ;ნოე;დეკ
    kk>қаң.;ақп.;нау.;сәу.;мам.;мау.;шіл.;там.;қыр.;қаз.;қар.;жел.
    km>មករ\u{17b6};ក\u{17bb}ម\u{17d2}ភ\u{17c8};ម\u{17b8}ន\u{17b6};ម\u{17c1}ស\u{17b6};ឧសភ\u{17b6};ម\u{17b7}ថ\u{17bb}ន\u{17b6};កក\u{17d2}កដ\u{17b6};ស\u{17b8}ហ\u{17b6};កញ\u{17d2}ញ\u{17b6};ត\u{17bb}ល\u{17b6};វ\u{17b7}ច\u{17d2}ឆ\u{17b7}ក\u{17b6};ធ\u{17d2}ន\u{17bc}
    kn>ಜನ;ಫ\u{cc6}ಬ\u{ccd}ರ;ಮ\u{cbe}ರ\u{ccd}ಚ\u{ccd};ಏಪ\u{ccd}ರ\u{cbf};ಮ\u{cc7};ಜ\u{cc2}ನ\u{ccd};ಜ\u{cc1}ಲ\u{cc8};ಆಗ;ಸ\u{cc6}ಪ\u{ccd}ಟ\u{cc6}\u{c82};ಅಕ\u{ccd}ಟ\u{ccb};ನವ\u{cc6}\u{c82};ಡ\u{cbf}ಸ\u{cc6}\u{c82}
    ky>янв.;фев.;мар.;апр.;май;июн.;июл.;авг.;сен.;окт.;ноя.;дек.
    lo>ມ.ກ.;ກ.ພ.;ມ.ນ.;ມ.ສ.;ພ.ພ.;ມ\u{eb4}.ຖ.;ກ.ລ.;ສ.ຫ.;ກ.ຍ.;ຕ.ລ.;ພ.ຈ.;ທ.ວ.
    lv>janv.;febr.;marts;apr.;maijs;jūn.;jūl.;aug.;sept.;okt.;nov.;dec.
    mk>јан.;фев.;мар.;апр.;мај;јун.;јул.;авг.;сеп.;окт.;ное.;дек.
    ml>ജന\u{d41};ഫ\u{d46}ബ\u{d4d}ര\u{d41};മ\u{d3e}ർ;ഏപ\u{d4d}ര\u{d3f};മ\u{d47}യ\u{d4d};ജ\u{d42}ൺ;ജ\u{d42}ല\u{d48};ഓഗ;സ\u{d46}പ\u{d4d}റ\u{d4d}റ\u{d02};ഒക\u{d4d}ട\u{d4b};നവ\u{d02};ഡ\u{d3f}സ\u{d02}
    mn>1-р сар;2-р сар;3-р сар;4-р сар;5-р сар;6-р сар;7-р сар;8-р сар;9-р сар;10-р сар;11-р сар;12-р сар
    mr>ज\u{93e}न\u{947};फ\u{947}ब\u{94d}र\u{941};म\u{93e}र\u{94d}च;एप\u{94d}र\u{93f};म\u{947};ज\u{942}न;ज\u{941}ल\u{948};ऑग;सप\u{94d}ट\u{947}\u{902};ऑक\u{94d}ट\u{94b};न\u{94b}व\u{94d}ह\u{947}\u{902};ड\u{93f}स\u{947}\u{902}
    ms>Jan;Feb;Mac;Apr;Mei;Jun;Jul;Ogo;Sep;Okt;Nov;Dis
    my>ဇန\u{103a};ဖ\u{1031};မတ\u{103a};ဧ;မ\u{1031};ဇ\u{103d}န\u{103a};ဇ\u{1030};ဩ;စက\u{103a};အ\u{1031}\u{102c}က\u{103a};န\u{102d}\u{102f};ဒ\u{102e}
    nb nn no>jan.;feb.;mars;apr.;mai;juni;juli;aug.;sep.;okt.;nov.;des.
    ne>जनवर\u{940};फ\u{947}ब\u{94d}र\u{941}अर\u{940};म\u{93e}र\u{94d}च;अप\u{94d}र\u{93f}ल;म\u{947};ज\u{941}न;ज\u{941}ल\u{93e}ई;अगस\u{94d}ट;स\u{947}प\u{94d}ट\u{947}म\u{94d}बर;अक\u{94d}ट\u{94b}बर;न\u{94b}भ\u{947}म\u{94d}बर;ड\u{93f}स\u{947}म\u{94d}बर
    nl>jan;feb;mrt;apr;mei;jun;jul;aug;sep;okt;nov;dec
    or>ଜ\u{b3e}ନ\u{b41}ଆର\u{b40};ଫ\u{b47}ବ\u{b43}ଆର\u{b40};ମ\u{b3e}ର\u{b4d}ଚ\u{b4d}ଚ;ଅପ\u{b4d}ର\u{b47}ଲ;ମଇ;ଜ\u{b41}ନ;ଜ\u{b41}ଲ\u{b3e}ଇ;ଅଗଷ\u{b4d}ଟ;ସ\u{b47}ପ\u{b4d}ଟ\u{b47}ମ\u{b4d}ବର;ଅକ\u{b4d}ଟ\u{b4b}ବର;ନଭ\u{b47}ମ\u{b4d}ବର;ଡ\u{b3f}ସ\u{b47}ମ\u{b4d}ବର
    pa>ਜਨ;ਫ\u{a3c}ਰ;ਮ\u{a3e}ਰਚ;ਅਪ\u{a4d}ਰ\u{a48};ਮਈ;ਜ\u{a42}ਨ;ਜ\u{a41}ਲ\u{a3e};ਅਗ;ਸਤ\u{a70};ਅਕਤ\u{a42};ਨਵ\u{a70};ਦਸ\u{a70}
    pl>sty;lut;mar;kwi;maj;cze;lip;sie;wrz;paź;lis;gru
    ps>جنوري;فبروري;مارچ;اپریل;مۍ;جون;جولای;اګست;سېپتمبر;اکتوبر;نومبر;دسمبر
    pt>jan.;fev.;mar.;abr.;mai.;jun.;jul.;ago.;set.;out.;nov.;dez.
    ro>ian.;feb.;mar.;apr.;mai;iun.;iul.;aug.;sept.;oct.;nov.;dec.
    ru>янв.;февр.;мар.;апр.;мая;июн.;июл.;авг.;сент.;окт.;нояб.;дек.
    sd>جنوري;فيبروري;مارچ;اپريل;مئي;جون;جولاء\u{650};آگسٽ;سيپٽمبر;آڪٽوبر;نومبر;ڊسمبر
    si>ද\u{dd4}ර\u{dd4}ත\u{dd4};නවම\u{dca};ම\u{dd0}ද\u{dd2}න\u{dca};බක\u{dca};ව\u{dd9}සක\u{dca};ප\u{ddc}ස\u{ddc}න\u{dca};ඇසළ;න\u{dd2}ක\u{dd2}ණ\u{dd2};බ\u{dd2}නර;වප\u{dca};ඉල\u{dca};උඳ\u{dd4}වප\u{dca}
    sl>jan.;feb.;mar.;apr.;maj;jun.;jul.;avg.;sep.;okt.;nov.;dec.
    so>Jan;Feb;Mar;Abr;May;Jun;Lul;Ogs;Seb;Okt;Nof;Dis
    sq>jan;shk;mar;pri;maj;qer;korr;gush;sht;tet;nën;dhj
    sv>jan.;feb.;mars;apr.;maj;juni;juli;aug.;sep.;okt.;nov.;dec.
    sw>Jan;Feb;Mac;Apr;Mei;Jun;Jul;Ago;Sep;Okt;Nov;Des
    ta>ஜன.;ப\u{bbf}ப\u{bcd}.;ம\u{bbe}ர\u{bcd}.;ஏப\u{bcd}.;ம\u{bc7};ஜ\u{bc2}ன\u{bcd};ஜ\u{bc2}ல\u{bc8};ஆக.;ச\u{bc6}ப\u{bcd}.;அக\u{bcd}.;நவ.;ட\u{bbf}ச.
    te>జన;ఫ\u{c3f}బ\u{c4d}ర;మ\u{c3e}ర\u{c4d}చ\u{c3f};ఏప\u{c4d}ర\u{c3f};మ\u{c47};జ\u{c42}న\u{c4d};జ\u{c41}ల\u{c48};ఆగ;స\u{c46}ప\u{c4d}ట\u{c46}\u{c02};అక\u{c4d}ట\u{c4b};నవ\u{c02};డ\u{c3f}స\u{c46}\u{c02}
    th>ม.ค.;ก.พ.;ม\u{e35}.ค.;เม.ย.;พ.ค.;ม\u{e34}.ย.;ก.ค.;ส.ค.;ก.ย.;ต.ค.;พ.ย.;ธ.ค.
    tk>ýan;few;mart;apr;maý;iýun;iýul;awg;sen;okt;noý;dek
    tr>Oca;Şub;Mar;Nis;May;Haz;Tem;Ağu;Eyl;Eki;Kas;Ara
    uk>січ.;лют.;бер.;квіт.;трав.;черв.;лип.;серп.;вер.;жовт.;лист.;груд.
    ur>جنوری;فروری;مارچ;اپریل;مئی;جون;جولائی;اگست;ستمبر;اکتوبر;نومبر;دسمبر
    uz>yan;fev;mar;apr;may;iyn;iyl;avg;sen;okt;noy;dek
    vi>thg 1;thg 2;thg 3;thg 4;thg 5;thg 6;thg 7;thg 8;thg 9;thg 10;thg 11;thg 12
    zu>Jan;Feb;Mas;Eph;Mey;Jun;Jul;Aga;Sep;Okt;Nov;Dis
    az-Arab mn-Mong zh-Latn>M01;M02;M03;M04;M05;M06;M07;M08;M09;M10;M11;M12
    az-Cyrl>јан;фев;мар;апр;май;ијн;ијл;авг;сен;окт;ној;дек
    bn-IN>জ\u{9be}ন\u{9c1};ফ\u{9c7}ব;ম\u{9be}র\u{9cd}চ;এপ\u{9cd}র\u{9bf};ম\u{9c7};জ\u{9c1}ন;জ\u{9c1}ল;আগ;স\u{9c7}প\u{9cd}ট\u{9c7}\u{983};অক\u{9cd}ট\u{9cb}\u{983};নভ\u{9c7}\u{983};ড\u{9bf}স\u{9c7}\u{983}
    en-001 en-150 en-AG en-AI en-AT en-AU en-BB en-BE en-BM en-BS en-BW en-BZ en-CC en-CH en-CK en-CM en-CX en-CY en-CZ en-DE en-DG en-DK en-DM en-EE en-ER en-ES en-FI en-FJ en-FK en-FM en-FR en-GB en-GD en-GE en-GG en-GH en-GI en-GM en-GS en-GY en-HK en-HU en-ID en-IE en-IL en-IM en-IN en-IO en-IT en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS en-LT en-LV en-MG en-MO en-MS en-MT en-MU en-MW en-MY en-NA en-NF en-NG en-NL en-NO en-NR en-NU en-NZ en-PG en-PK en-PL en-PN en-PT en-PW en-RO en-RW en-SB en-SC en-SD en-SE en-SG en-SH en-SI en-SK en-SL en-SS en-SX en-SZ en-TC en-TK en-TO en-TT en-TV en-TZ en-UA en-UG en-VC en-VG en-VU en-WS en-ZA en-ZM en-ZW>Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-Dsrt en-Dsrt-US>𐐖𐐰𐑌;𐐙𐐯𐐺;𐐣𐐪𐑉;𐐁𐐹𐑉;𐐣𐐩;𐐖𐐭𐑌;𐐖𐐭𐑊;𐐂𐑀;𐐝𐐯𐐹;𐐉𐐿𐐻;𐐤𐐬𐑂;𐐔𐐨𐑅
    en-Shaw en-Shaw-GB>\u{b7}𐑡𐑨;\u{b7}𐑓𐑧;\u{b7}𐑥𐑸;\u{b7}𐑱𐑐;\u{b7}𐑥𐑱;\u{b7}𐑡𐑵;\u{b7}𐑡𐑫;\u{b7}𐑪𐑜;\u{b7}𐑕𐑧;\u{b7}𐑷𐑒;\u{b7}𐑯𐑴;\u{b7}𐑛𐑭
    es-419 es-AR es-BO es-BR es-BZ es-CR es-CU es-DO es-EC es-HN es-MX es-NI es-SV es-US>ene;feb;mar;abr;may;jun;jul;ago;sep;oct;nov;dic
    es-PE es-UY>ene.;feb.;mar.;abr.;may.;jun.;jul.;ago.;set.;oct.;nov.;dic.
    es-PY es-VE>ene.;feb.;mar.;abr.;may.;jun.;jul.;ago.;sept.;oct.;nov.;dic.
    fa-AF>جنو;فبروری;مارچ;اپریل;می;جون;جول;اگست;سپتمبر;اکتوبر;نومبر;دسم
    fr-CA>janv.;févr.;mars;avr.;mai;juin;juill.;août;sept.;oct.;nov.;déc.
    fr-MA>jan.;fév.;mar.;avr.;mai;jui.;juil.;août;sept.;oct.;nov.;déc.
    kk-Arab>قاڭتار;اقپان;ناۋرىز;ءساۋىر;مامىر;ماۋسىم;شىلدە;تامىز;قىركۇيەك;قازان;قاراشا;جەلتوقسان
    pa-Arab>جنوری;فروری;مارچ;اپریل;مئ;جون;جولائی;اگست;ستمبر;اکتوبر;نومبر;دسمبر
    sd-Deva>जन;फर;म\u{93e}र\u{94d}च;अप\u{94d}र\u{948};मई;ज\u{942}न;ज\u{941};अग;सप\u{94d}ट\u{947};ऑक\u{94d}ट\u{94b};नव\u{902};ड\u{93f}स\u{902}
    uz-Arab>جنو;فبر;مار;اپر;می;جون;جول;اگس;سپت;اکت;نوم;دسم
    uz-Cyrl>янв;фев;мар;апр;май;июн;июл;авг;сен;окт;ноя;дек
    """
  /// Symbols of currencies; `_` where a space is between it and a digit.
  static let currencies: StaticString = """
    es-419 es-BO es-BZ es-CR es-GT es-HN es-NI es-PA es-PE es-PY es-VE>
    af>EUR€;GBP£;JPY_JP¥;CNY_CN¥;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;NZD_NZ$;ZAR_R_;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    am pt>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    ar>USD_US$;EUR€;GBP_UK£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};AED_د.إ.\u{200f};SAR_ر.س.\u{200f};KWD_د.ك.\u{200f}
    as sd uz>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    az bn eu gu lo ne pa si sw>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    be>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;MXN_MX$;RUB\u{20bd};ILS\u{20aa};VND\u{20ab}
    bg>USD_щ.д._;EUR€
    bs>EUR€;JPY¥;TWD_NT$;KRW₩;INR₹;THB\u{e3f};VND\u{20ab}
    ca>EUR€;GBP£;JPY¥;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    cs>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;BRL_R$;MXN_MX$;NZD_NZ$;CZK_Kč_
    cy>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    da>EUR€;GBP£;JPY_JP¥;CNY_CN¥;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;DKK_kr._;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    de et lv>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    el hi hy km kn mn mr te ur>USD$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    en ig>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    es>USD_US$;EUR€;THB\u{e3f};VND\u{20ab}
    fa>USD$;EUR€;GBP£;JPY¥;CNY¥CN_;CAD$CA_;AUD_A$;HKD$HK_;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN$MX_;NZD$NZ_;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    fi>USD$;EUR€;GBP£;JPY¥
    fil ga>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};PHP\u{20b1}
    fr>USD$US_;EUR€;GBP£GB_;CAD$CA_;AUD$AU_;SGD$SG_;KRW₩;INR₹;BRL_R$;MXN$MX_;NZD$NZ_;ILS\u{20aa};VND\u{20ab}
    gl>USD$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN$MX_;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    he>USD$;EUR€;GBP£;JPY¥;CNY\u{200e}CN¥\u{200e};CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    hr lt>EUR€
    hu>JPY¥;HUF_Ft_
    id>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR_Rs_;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};IDR_Rp_
    is>JPY_JP¥;CNY_CN¥;HKD_HK$;ILS\u{20aa}
    it>EUR€;GBP£;CNY_CN¥;CAD_CA$;AUD_A$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};PHP\u{20b1}
    ja>USD$;EUR€;GBP£;JPY\u{ffe5};CNY_元_;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    ka>USD_US$;EUR€;GBP£;CAD_CA$;TWD_NT$;BRL_R$;MXN_MX$
    kk>USD$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;RUB\u{20bd};ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    ko>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    ky>EUR€;JPY_JP¥;CNY_CN¥;THB\u{e3f};VND\u{20ab};PHP\u{20b1}
    mk>USD_US$;EUR€;CAD_CA$;BRL_R$;MXN_MX$
    ml ta>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    ms>EUR€;GBP£;JPY_JP¥;CNY_CN¥;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};MYR_RM_
    my uz-Cyrl>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};PHP\u{20b1}
    nb no>EUR€;GBP£;NOK_kr_
    nl>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_C$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    nn>EUR€;NOK_kr_
    or>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    pl>EUR€;BRL_R$;PLN_zł_
    ps yo en-Dsrt en-IN hi-Latn en-Dsrt-US hi-Latn-IN>USD$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    ru>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;RUB\u{20bd};ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    sk>EUR€;MXN_MX$;ILS_NIS_
    sl>USD$;EUR€;JPY¥;CNY_CN¥;HKD_HK$;KRW₩;INR₹;ILS\u{20aa};VND\u{20ab}
    so az-Arab az-Cyrl en-001 en-150 en-AG en-AI en-AT en-BB en-BE en-BM en-BS en-BW en-BZ en-CH en-CM en-CY en-CZ en-DE en-DG en-DM en-EE en-ER en-ES en-FI en-FJ en-FM en-FR en-GB en-GD en-GE en-GG en-GH en-GM en-GS en-GY en-HK en-HU en-IE en-IL en-IM en-IO en-IT en-JE en-JM en-KE en-KN en-KY en-LC en-LR en-LT en-LV en-MG en-MO en-MS en-MU en-MV en-MW en-NA en-NG en-NL en-PG en-PK en-PL en-PT en-PW en-RO en-RW en-SB en-SC en-SD en-SI en-SK en-SL en-SX en-SZ en-Shaw en-TC en-TO en-TT en-TZ en-UA en-UG en-VC en-VG en-VU en-WS en-ZM en-ZW kk-Arab mn-Mong pa-Arab sd-Deva uz-Arab zh-Latn mn-Mong-MN>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    sq>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    sr>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;HKD_HK$;TWD_NT$;INR₹;BRL_R$;MXN_MX$;ILS\u{20aa}
    sv>USD_US$;EUR€;CAD_CA$;BRL_BR$;MXN_MX$;SEK_kr_;NOK_Nkr_;DKK_Dkr_;ILS\u{20aa}
    th vi>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    tk>USD_US$;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    tr>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;TRY\u{20ba};ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    uk>JPY¥
    yue>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW\u{ffe6};INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    zh>USD_US$;EUR€;GBP£;JPY_JP¥;CNY¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    zu>USD$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ZAR_R_;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    ar-SS>USD_US$;EUR€;GBP_GB£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};AED_د.إ.\u{200f};SAR_ر.س.\u{200f};KWD_د.ك.\u{200f}
    bs-Cyrl>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;PLN_зл_;CZK_Кч_;TRY_Тл_;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    de-CH>USD$;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    en-AU>AUD$
    en-CA>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-CC en-CX en-KI en-NF en-NR en-TV>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-CK en-NU en-NZ en-PN en-TK>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-DK>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;DKK_kr._;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-FK en-GI en-MT en-SH en-SS>USD_US$;EUR€;GBP_GB£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-ID>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1};IDR_Rp_
    en-LS en-ZA>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ZAR_R_;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-MY ms-Arab ms-Arab-BN ms-Arab-MY>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1};MYR_RM_
    en-NO>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;NOK_kr_;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-SE>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;SEK_kr_;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    en-SG>USD_US$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;SGD$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};PHP\u{20b1}
    es-AR es-CL es-CO es-CU es-DO es-UY>USD_US$
    es-BR>BRL_R$
    es-EC es-PR es-SV>USD$
    es-MX>MXN$
    es-PH>USD_US$;EUR€;THB\u{e3f};VND\u{20ab};PHP\u{20b1}
    es-US>USD$;JPY¥
    fr-CA>USD$\u{a0}US_;EUR€;GBP£;JPY¥;CNY_CN¥;CAD$;AUD$\u{a0}AU_;HKD$\u{a0}HK_;SGD$\u{a0}SG_;BRL_R$;NZD$\u{a0}NZ_
    ms-ID>EUR€;GBP£;JPY_JP¥;CNY_CN¥;AUD_A$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};IDR_Rp_;MYR_RM_
    ms-SG>EUR€;GBP£;JPY_JP¥;CNY_CN¥;AUD_A$;HKD_HK$;TWD_NT$;SGD$;KRW₩;INR₹;BRL_R$;NZD_NZ$;ILS\u{20aa};VND\u{20ab};MYR_RM_
    nl-BQ>USD$;EUR€;GBP£;JPY_JP¥;CNY_CN¥;CAD_C$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab}
    ta-MY>USD$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;SGD_S$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};MYR_RM_
    ta-SG>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_A$;HKD_HK$;TWD_NT$;SGD$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};THB\u{e3f};VND\u{20ab};MYR_RM_
    zh-Hant>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD$;KRW\u{ffe6};INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    zh-Hans-SG>USD_US$;EUR€;GBP£;JPY_JP¥;CNY¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;SGD$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    zh-Hant-HK zh-Hant-MO>USD_US$;EUR€;GBP£;JPY¥;CNY_CN¥;CAD_CA$;AUD_AU$;HKD_HK$;TWD_NT$;KRW₩;INR₹;BRL_R$;MXN_MX$;NZD_NZ$;ILS\u{20aa};VND\u{20ab}
    """
}
