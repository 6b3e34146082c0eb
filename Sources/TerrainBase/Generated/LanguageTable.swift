// Written by Tests/Generators/language-tables.py from the tables of PyPI `langcodes` 3.5.1, which come from CLDR.
// swift-format-ignore-file

/// What CLDR knows of languages, as words separated by blanks and lines.
enum LanguageTable {
  /// Subtags that are likely where they are not written: a tag, and what it has in full; the language is left out where it
  /// stays the same.
  static let likely: StaticString = """
    aa:Latn-ET aai:Latn-ZZ aak:Latn-ZZ aau:Latn-ZZ ab:Cyrl-GE abi:Latn-ZZ abq:Cyrl-ZZ abr:Latn-GH abt:Latn-ZZ aby:Latn-ZZ
    acd:Latn-ZZ ace:Latn-ID ach:Latn-UG ada:Latn-GH ade:Latn-ZZ adj:Latn-ZZ adp:Tibt-BT ady:Cyrl-RU adz:Latn-ZZ ae:Avst-IR
    aeb:Arab-TN aey:Latn-ZZ af:Latn-ZA agc:Latn-ZZ agd:Latn-ZZ agg:Latn-ZZ agm:Latn-ZZ ago:Latn-ZZ agq:Latn-CM aha:Latn-ZZ
    ahl:Latn-ZZ aho:Ahom-IN ajg:Latn-ZZ ak:Latn-GH akk:Xsux-IQ ala:Latn-ZZ ali:Latn-ZZ aln:Latn-XK alt:Cyrl-RU am:Ethi-ET
    amm:Latn-ZZ amn:Latn-ZZ amo:Latn-NG amp:Latn-ZZ an:Latn-ES anc:Latn-ZZ ank:Latn-ZZ ann:Latn-ZZ any:Latn-ZZ aoj:Latn-ZZ
    aom:Latn-ZZ aoz:Latn-ID apc:Arab-ZZ apd:Arab-TG ape:Latn-ZZ apr:Latn-ZZ aps:Latn-ZZ apz:Latn-ZZ ar:Arab-EG arc:Armi-IR
    arc-Nbat:Nbat-JO arc-Palm:Palm-SY arh:Latn-ZZ arn:Latn-CL aro:Latn-BO arq:Arab-DZ ars:Arab-SA ary:Arab-MA arz:Arab-EG
    as:Beng-IN asa:Latn-TZ ase:Sgnw-US asg:Latn-ZZ aso:Latn-ZZ ast:Latn-ES ata:Latn-ZZ atg:Latn-ZZ atj:Latn-CA auy:Latn-ZZ
    av:Cyrl-RU avl:Arab-ZZ avn:Latn-ZZ avt:Latn-ZZ avu:Latn-ZZ awa:Deva-IN awb:Latn-ZZ awo:Latn-ZZ awx:Latn-ZZ ay:Latn-BO
    ayb:Latn-ZZ az:Latn-AZ az-Arab:Arab-IR az-IQ:Arab-IQ az-IR:Arab-IR az-RU:Cyrl-RU ba:Cyrl-RU bal:Arab-PK ban:Latn-ID
    bap:Deva-NP bar:Latn-AT bas:Latn-CM bav:Latn-ZZ bax:Bamu-CM bba:Latn-ZZ bbb:Latn-ZZ bbc:Latn-ID bbd:Latn-ZZ
    bbj:Latn-CM bbp:Latn-ZZ bbr:Latn-ZZ bcf:Latn-ZZ bch:Latn-ZZ bci:Latn-CI bcm:Latn-ZZ bcn:Latn-ZZ bco:Latn-ZZ
    bcq:Ethi-ZZ bcu:Latn-ZZ bdd:Latn-ZZ be:Cyrl-BY bef:Latn-ZZ beh:Latn-ZZ bej:Arab-SD bem:Latn-ZM bet:Latn-ZZ bew:Latn-ID
    bex:Latn-ZZ bez:Latn-TZ bfd:Latn-CM bfq:Taml-IN bft:Arab-PK bfy:Deva-IN bg:Cyrl-BG bgc:Deva-IN bgn:Arab-PK bgx:Grek-TR
    bhb:Deva-IN bhg:Latn-ZZ bhi:Deva-IN bhl:Latn-ZZ bho:Deva-IN bhy:Latn-ZZ bi:Latn-VU bib:Latn-ZZ big:Latn-ZZ bik:Latn-PH
    bim:Latn-ZZ bin:Latn-NG bio:Latn-ZZ biq:Latn-ZZ bjh:Latn-ZZ bji:Ethi-ZZ bjj:Deva-IN bjn:Latn-ID bjo:Latn-ZZ
    bjr:Latn-ZZ bjt:Latn-SN bjz:Latn-ZZ bkc:Latn-ZZ bkm:Latn-CM bkq:Latn-ZZ bku:Latn-PH bkv:Latn-ZZ blg:Latn-MY
    blt:Tavt-VN bm:Latn-ML bmh:Latn-ZZ bmk:Latn-ZZ bmq:Latn-ML bmu:Latn-ZZ bn:Beng-BD bng:Latn-ZZ bnm:Latn-ZZ bnp:Latn-ZZ
    bo:Tibt-CN boj:Latn-ZZ bom:Latn-ZZ bon:Latn-ZZ bpy:Beng-IN bqc:Latn-ZZ bqi:Arab-IR bqp:Latn-ZZ bqv:Latn-CI br:Latn-FR
    bra:Deva-IN brh:Arab-PK brx:Deva-IN brz:Latn-ZZ bs:Latn-BA bsj:Latn-ZZ bsq:Bass-LR bss:Latn-CM bst:Ethi-ZZ bto:Latn-PH
    btt:Latn-ZZ btv:Deva-PK bua:Cyrl-RU buc:Latn-YT bud:Latn-ZZ bug:Latn-ID buk:Latn-ZZ bum:Latn-CM buo:Latn-ZZ
    bus:Latn-ZZ buu:Latn-ZZ bvb:Latn-GQ bwd:Latn-ZZ bwr:Latn-ZZ bxh:Latn-ZZ bye:Latn-ZZ byn:Ethi-ER byr:Latn-ZZ
    bys:Latn-ZZ byv:Latn-CM byx:Latn-ZZ bza:Latn-ZZ bze:Latn-ML bzf:Latn-ZZ bzh:Latn-ZZ bzw:Latn-ZZ ca:Latn-ES cad:Latn-US
    can:Latn-ZZ cbj:Latn-ZZ cch:Latn-NG ccp:Cakm-BD ce:Cyrl-RU ceb:Latn-PH cfa:Latn-ZZ cgg:Latn-UG ch:Latn-GU chk:Latn-FM
    chm:Cyrl-RU cho:Latn-US chp:Latn-CA chr:Cher-US cic:Latn-US cja:Arab-KH cjm:Cham-VN cjv:Latn-ZZ ckb:Arab-IQ
    ckl:Latn-ZZ cko:Latn-ZZ cky:Latn-ZZ cla:Latn-ZZ cme:Latn-ZZ cmg:Soyo-MN co:Latn-FR cop:Copt-EG cps:Latn-PH cr:Cans-CA
    crh:Cyrl-UA crj:Cans-CA crk:Cans-CA crl:Cans-CA crm:Cans-CA crs:Latn-SC cs:Latn-CZ csb:Latn-PL csw:Cans-CA ctd:Pauc-MM
    cu:Cyrl-RU cu-Glag:Glag-BG cv:Cyrl-RU cy:Latn-GB da:Latn-DK dad:Latn-ZZ daf:Latn-CI dag:Latn-ZZ dah:Latn-ZZ
    dak:Latn-US dar:Cyrl-RU dav:Latn-KE dbd:Latn-ZZ dbq:Latn-ZZ dcc:Arab-IN ddn:Latn-ZZ de:Latn-DE ded:Latn-ZZ den:Latn-CA
    dga:Latn-ZZ dgh:Latn-ZZ dgi:Latn-ZZ dgl:Arab-ZZ dgr:Latn-CA dgz:Latn-ZZ dia:Latn-ZZ dje:Latn-NE dmf:Medf-NG
    dnj:Latn-CI dob:Latn-ZZ doi:Deva-IN dop:Latn-ZZ dow:Latn-ZZ drh:Mong-CN dri:Latn-ZZ drs:Ethi-ZZ dsb:Latn-DE
    dtm:Latn-ML dtp:Latn-MY dts:Latn-ZZ dty:Deva-NP dua:Latn-CM duc:Latn-ZZ dud:Latn-ZZ dug:Latn-ZZ dv:Thaa-MV dva:Latn-ZZ
    dww:Latn-ZZ dyo:Latn-SN dyu:Latn-BF dz:Tibt-BT dzg:Latn-ZZ ebu:Latn-KE ee:Latn-GH efi:Latn-NG egl:Latn-IT egy:Egyp-EG
    eka:Latn-ZZ eky:Kali-MM el:Grek-GR ema:Latn-ZZ emi:Latn-ZZ en:Latn-US en-Shaw:Shaw-GB enn:Latn-ZZ enq:Latn-ZZ
    eo:Latn-001 eri:Latn-ZZ es:Latn-ES esg:Gonm-IN esu:Latn-US et:Latn-EE etr:Latn-ZZ ett:Ital-IT etu:Latn-ZZ etx:Latn-ZZ
    eu:Latn-ES ewo:Latn-CM ext:Latn-ES eza:Latn-ZZ fa:Arab-IR faa:Latn-ZZ fab:Latn-ZZ fag:Latn-ZZ fai:Latn-ZZ fan:Latn-GQ
    ff:Latn-SN ff-Adlm:Adlm-GN ffi:Latn-ZZ ffm:Latn-ML fi:Latn-FI fia:Arab-SD fil:Latn-PH fit:Latn-SE fj:Latn-FJ
    flr:Latn-ZZ fmp:Latn-ZZ fo:Latn-FO fod:Latn-ZZ fon:Latn-BJ for:Latn-ZZ fpe:Latn-ZZ fqs:Latn-ZZ fr:Latn-FR frc:Latn-US
    frp:Latn-FR frr:Latn-DE frs:Latn-DE fub:Arab-CM fud:Latn-WF fue:Latn-ZZ fuf:Latn-GN fuh:Latn-ZZ fuq:Latn-NE
    fur:Latn-IT fuv:Latn-NG fuy:Latn-ZZ fvr:Latn-SD fy:Latn-NL ga:Latn-IE gaa:Latn-GH gaf:Latn-ZZ gag:Latn-MD gah:Latn-ZZ
    gaj:Latn-ZZ gam:Latn-ZZ gan:Hans-CN gaw:Latn-ZZ gay:Latn-ID gba:Latn-ZZ gbf:Latn-ZZ gbm:Deva-IN gby:Latn-ZZ
    gbz:Arab-IR gcr:Latn-GF gd:Latn-GB gde:Latn-ZZ gdn:Latn-ZZ gdr:Latn-ZZ geb:Latn-ZZ gej:Latn-ZZ gel:Latn-ZZ gez:Ethi-ET
    gfk:Latn-ZZ ggn:Deva-NP ghs:Latn-ZZ gil:Latn-KI gim:Latn-ZZ gjk:Arab-PK gjn:Latn-ZZ gju:Arab-PK gkn:Latn-ZZ
    gkp:Latn-ZZ gl:Latn-ES glk:Arab-IR gmm:Latn-ZZ gmv:Ethi-ZZ gn:Latn-PY gnd:Latn-ZZ gng:Latn-ZZ god:Latn-ZZ gof:Ethi-ZZ
    goi:Latn-ZZ gom:Deva-IN gon:Telu-IN gor:Latn-ID gos:Latn-NL got:Goth-UA grb:Latn-ZZ grc:Cprt-CY grc-Linb:Linb-GR
    grt:Beng-IN grw:Latn-ZZ gsw:Latn-CH gu:Gujr-IN gub:Latn-BR guc:Latn-CO gud:Latn-ZZ gur:Latn-GH guw:Latn-ZZ gux:Latn-ZZ
    guz:Latn-KE gv:Latn-IM gvf:Latn-ZZ gvr:Deva-NP gvs:Latn-ZZ gwc:Arab-ZZ gwi:Latn-CA gwt:Arab-ZZ gyi:Latn-ZZ ha:Latn-NG
    ha-CM:Arab-CM ha-SD:Arab-SD hag:Latn-ZZ hak:Hans-CN ham:Latn-ZZ haw:Latn-US haz:Arab-AF hbb:Latn-ZZ hdy:Ethi-ZZ
    he:Hebr-IL hhy:Latn-ZZ hi:Deva-IN hia:Latn-ZZ hif:Latn-FJ hig:Latn-ZZ hih:Latn-ZZ hil:Latn-PH hla:Latn-ZZ hlu:Hluw-TR
    hmd:Plrd-CN hmt:Latn-ZZ hnd:Arab-PK hne:Deva-IN hnj:Hmnp-US hnn:Latn-PH hno:Arab-PK ho:Latn-PG hoc:Deva-IN hoj:Deva-IN
    hot:Latn-ZZ hr:Latn-HR hsb:Latn-DE hsn:Hans-CN ht:Latn-HT hu:Latn-HU hui:Latn-ZZ hy:Armn-AM hz:Latn-NA ia:Latn-001
    ian:Latn-ZZ iar:Latn-ZZ iba:Latn-MY ibb:Latn-NG iby:Latn-ZZ ica:Latn-ZZ ich:Latn-ZZ id:Latn-ID idd:Latn-ZZ idi:Latn-ZZ
    idu:Latn-ZZ ife:Latn-TG ig:Latn-NG igb:Latn-ZZ ige:Latn-ZZ ii:Yiii-CN ijj:Latn-ZZ ik:Latn-US ikk:Latn-ZZ ikt:Latn-CA
    ikw:Latn-ZZ ikx:Latn-ZZ ilo:Latn-PH imo:Latn-ZZ in:Latn-ID inh:Cyrl-RU io:Latn-001 iou:Latn-ZZ iri:Latn-ZZ is:Latn-IS
    it:Latn-IT iu:Cans-CA iw:Hebr-IL iwm:Latn-ZZ iws:Latn-ZZ izh:Latn-RU izi:Latn-ZZ ja:Jpan-JP jab:Latn-ZZ jam:Latn-JM
    jar:Latn-ZZ jbo:Latn-001 jbu:Latn-ZZ jen:Latn-ZZ jgk:Latn-ZZ jgo:Latn-CM ji:Hebr-UA jib:Latn-ZZ jmc:Latn-TZ
    jml:Deva-NP jra:Latn-ZZ jut:Latn-DK jv:Latn-ID jw:Latn-ID ka:Geor-GE kaa:Cyrl-UZ kab:Latn-DZ kac:Latn-MM kad:Latn-ZZ
    kai:Latn-ZZ kaj:Latn-NG kam:Latn-KE kao:Latn-ML kbd:Cyrl-RU kbm:Latn-ZZ kbp:Latn-ZZ kbq:Latn-ZZ kbx:Latn-ZZ
    kby:Arab-NE kcg:Latn-NG kck:Latn-ZW kcl:Latn-ZZ kct:Latn-ZZ kde:Latn-TZ kdh:Latn-TG kdl:Latn-ZZ kdt:Thai-TH
    kea:Latn-CV ken:Latn-CM kez:Latn-ZZ kfo:Latn-CI kfr:Deva-IN kfy:Deva-IN kg:Latn-CD kge:Latn-ID kgf:Latn-ZZ kgp:Latn-BR
    kha:Latn-IN khb:Talu-CN khn:Deva-IN khq:Latn-ML khs:Latn-ZZ kht:Mymr-IN khw:Arab-PK khz:Latn-ZZ ki:Latn-KE kij:Latn-ZZ
    kiu:Latn-TR kiw:Latn-ZZ kj:Latn-NA kjd:Latn-ZZ kjg:Laoo-LA kjs:Latn-ZZ kjy:Latn-ZZ kk:Cyrl-KZ kk-AF:Arab-AF
    kk-Arab:Arab-CN kk-CN:Arab-CN kk-IR:Arab-IR kk-MN:Arab-MN kkc:Latn-ZZ kkj:Latn-CM kl:Latn-GL kln:Latn-KE klq:Latn-ZZ
    klt:Latn-ZZ klx:Latn-ZZ km:Khmr-KH kmb:Latn-AO kmh:Latn-ZZ kmo:Latn-ZZ kms:Latn-ZZ kmu:Latn-ZZ kmw:Latn-ZZ kn:Knda-IN
    knf:Latn-GW knp:Latn-ZZ ko:Kore-KR koi:Cyrl-RU kok:Deva-IN kol:Latn-ZZ kos:Latn-FM koz:Latn-ZZ kpe:Latn-LR kpf:Latn-ZZ
    kpo:Latn-ZZ kpr:Latn-ZZ kpx:Latn-ZZ kqb:Latn-ZZ kqf:Latn-ZZ kqs:Latn-ZZ kqy:Ethi-ZZ kr:Latn-ZZ krc:Cyrl-RU kri:Latn-SL
    krj:Latn-PH krl:Latn-RU krs:Latn-ZZ kru:Deva-IN ks:Arab-IN ksb:Latn-TZ ksd:Latn-ZZ ksf:Latn-CM ksh:Latn-DE ksj:Latn-ZZ
    ksr:Latn-ZZ ktb:Ethi-ZZ ktm:Latn-ZZ kto:Latn-ZZ ktr:Latn-MY ku:Latn-TR ku-Arab:Arab-IQ ku-LB:Arab-LB ku-Yezi:Yezi-GE
    kub:Latn-ZZ kud:Latn-ZZ kue:Latn-ZZ kuj:Latn-ZZ kum:Cyrl-RU kun:Latn-ZZ kup:Latn-ZZ kus:Latn-ZZ kv:Cyrl-RU kvg:Latn-ZZ
    kvr:Latn-ID kvx:Arab-PK kw:Latn-GB kwj:Latn-ZZ kwo:Latn-ZZ kwq:Latn-ZZ kxa:Latn-ZZ kxc:Ethi-ZZ kxe:Latn-ZZ kxl:Deva-IN
    kxm:Thai-TH kxp:Arab-PK kxw:Latn-ZZ kxz:Latn-ZZ ky:Cyrl-KG ky-Arab:Arab-CN ky-CN:Arab-CN ky-Latn:Latn-TR ky-TR:Latn-TR
    kye:Latn-ZZ kyx:Latn-ZZ kzh:Arab-ZZ kzj:Latn-MY kzr:Latn-ZZ kzt:Latn-MY la:Latn-VA lab:Lina-GR lad:Hebr-IL lag:Latn-TZ
    lah:Arab-PK laj:Latn-UG las:Latn-ZZ lb:Latn-LU lbe:Cyrl-RU lbu:Latn-ZZ lbw:Latn-ID lcm:Latn-ZZ lcp:Thai-CN ldb:Latn-ZZ
    led:Latn-ZZ lee:Latn-ZZ lem:Latn-ZZ lep:Lepc-IN leq:Latn-ZZ leu:Latn-ZZ lez:Cyrl-RU lg:Latn-UG lgg:Latn-ZZ li:Latn-NL
    lia:Latn-ZZ lid:Latn-ZZ lif:Deva-NP lif-Limb:Limb-IN lig:Latn-ZZ lih:Latn-ZZ lij:Latn-IT lis:Lisu-CN ljp:Latn-ID
    lki:Arab-IR lkt:Latn-US lle:Latn-ZZ lln:Latn-ZZ lmn:Telu-IN lmo:Latn-IT lmp:Latn-ZZ ln:Latn-CD lns:Latn-ZZ lnu:Latn-ZZ
    lo:Laoo-LA loj:Latn-ZZ lok:Latn-ZZ lol:Latn-CD lor:Latn-ZZ los:Latn-ZZ loz:Latn-ZM lrc:Arab-IR lt:Latn-LT ltg:Latn-LV
    lu:Latn-CD lua:Latn-CD luo:Latn-KE luy:Latn-KE luz:Arab-IR lv:Latn-LV lwl:Thai-TH lzh:Hans-CN lzz:Latn-TR mad:Latn-ID
    maf:Latn-CM mag:Deva-IN mai:Deva-IN mak:Latn-ID man:Latn-GM man-GN:Nkoo-GN man-Nkoo:Nkoo-GN mas:Latn-KE maw:Latn-ZZ
    maz:Latn-MX mbh:Latn-ZZ mbo:Latn-ZZ mbq:Latn-ZZ mbu:Latn-ZZ mbw:Latn-ZZ mci:Latn-ZZ mcp:Latn-ZZ mcq:Latn-ZZ
    mcr:Latn-ZZ mcu:Latn-ZZ mda:Latn-ZZ mde:Arab-ZZ mdf:Cyrl-RU mdh:Latn-PH mdj:Latn-ZZ mdr:Latn-ID mdx:Ethi-ZZ
    med:Latn-ZZ mee:Latn-ZZ mek:Latn-ZZ men:Latn-SL mer:Latn-KE met:Latn-ZZ meu:Latn-ZZ mfa:Arab-TH mfe:Latn-MU
    mfn:Latn-ZZ mfo:Latn-ZZ mfq:Latn-ZZ mg:Latn-MG mgh:Latn-MZ mgl:Latn-ZZ mgo:Latn-CM mgp:Deva-NP mgy:Latn-TZ mh:Latn-MH
    mhi:Latn-ZZ mhl:Latn-ZZ mi:Latn-NZ mif:Latn-ZZ min:Latn-ID miw:Latn-ZZ mk:Cyrl-MK mki:Arab-ZZ mkl:Latn-ZZ mkp:Latn-ZZ
    mkw:Latn-ZZ ml:Mlym-IN mle:Latn-ZZ mlp:Latn-ZZ mls:Latn-SD mmo:Latn-ZZ mmu:Latn-ZZ mmx:Latn-ZZ mn:Cyrl-MN
    mn-CN:Mong-CN mn-Mong:Mong-CN mna:Latn-ZZ mnf:Latn-ZZ mni:Beng-IN mnw:Mymr-MM mo:Latn-RO moa:Latn-ZZ moe:Latn-CA
    moh:Latn-CA mos:Latn-BF mox:Latn-ZZ mpp:Latn-ZZ mps:Latn-ZZ mpt:Latn-ZZ mpx:Latn-ZZ mql:Latn-ZZ mr:Deva-IN mrd:Deva-NP
    mrj:Cyrl-RU mro:Mroo-BD ms:Latn-MY ms-CC:Arab-CC mt:Latn-MT mtc:Latn-ZZ mtf:Latn-ZZ mti:Latn-ZZ mtr:Deva-IN
    mua:Latn-CM mur:Latn-ZZ mus:Latn-US mva:Latn-ZZ mvn:Latn-ZZ mvy:Arab-PK mwk:Latn-ML mwr:Deva-IN mwv:Latn-ID
    mww:Hmnp-US mxc:Latn-ZW mxm:Latn-ZZ my:Mymr-MM myk:Latn-ZZ mym:Ethi-ZZ myv:Cyrl-RU myw:Latn-ZZ myx:Latn-UG myz:Mand-IR
    mzk:Latn-ZZ mzm:Latn-ZZ mzn:Arab-IR mzp:Latn-ZZ mzw:Latn-ZZ mzz:Latn-ZZ na:Latn-NR nac:Latn-ZZ naf:Latn-ZZ nak:Latn-ZZ
    nan:Hans-CN nap:Latn-IT naq:Latn-NA nas:Latn-ZZ nb:Latn-NO nca:Latn-ZZ nce:Latn-ZZ ncf:Latn-ZZ nch:Latn-MX nco:Latn-ZZ
    ncu:Latn-ZZ nd:Latn-ZW ndc:Latn-MZ nds:Latn-DE ne:Deva-NP neb:Latn-ZZ new:Deva-NP nex:Latn-ZZ nfr:Latn-ZZ ng:Latn-NA
    nga:Latn-ZZ ngb:Latn-ZZ ngl:Latn-MZ nhb:Latn-ZZ nhe:Latn-MX nhw:Latn-MX nif:Latn-ZZ nii:Latn-ZZ nij:Latn-ID
    nin:Latn-ZZ niu:Latn-NU niy:Latn-ZZ niz:Latn-ZZ njo:Latn-IN nkg:Latn-ZZ nko:Latn-ZZ nl:Latn-NL nmg:Latn-CM nmz:Latn-ZZ
    nn:Latn-NO nnf:Latn-ZZ nnh:Latn-CM nnk:Latn-ZZ nnm:Latn-ZZ nnp:Wcho-IN no:Latn-NO nod:Lana-TH noe:Deva-IN non:Runr-SE
    nop:Latn-ZZ nou:Latn-ZZ nqo:Nkoo-GN nr:Latn-ZA nrb:Latn-ZZ nsk:Cans-CA nsn:Latn-ZZ nso:Latn-ZA nss:Latn-ZZ nst:Tnsa-IN
    ntm:Latn-ZZ ntr:Latn-ZZ nui:Latn-ZZ nup:Latn-ZZ nus:Latn-SS nuv:Latn-ZZ nux:Latn-ZZ nv:Latn-US nwb:Latn-ZZ nxq:Latn-CN
    nxr:Latn-ZZ ny:Latn-MW nym:Latn-TZ nyn:Latn-UG nzi:Latn-GH oc:Latn-FR ogc:Latn-ZZ okr:Latn-ZZ okv:Latn-ZZ om:Latn-ET
    ong:Latn-ZZ onn:Latn-ZZ ons:Latn-ZZ opm:Latn-ZZ or:Orya-IN oro:Latn-ZZ oru:Arab-ZZ os:Cyrl-GE osa:Osge-US ota:Arab-ZZ
    otk:Orkh-MN oui:Ougr-143 ozm:Latn-ZZ pa:Guru-IN pa-Arab:Arab-PK pa-PK:Arab-PK pag:Latn-PH pal:Phli-IR pal-Phlp:Phlp-CN
    pam:Latn-PH pap:Latn-AW pau:Latn-PW pbi:Latn-ZZ pcd:Latn-FR pcm:Latn-NG pdc:Latn-US pdt:Latn-CA ped:Latn-ZZ
    peo:Xpeo-IR pex:Latn-ZZ pfl:Latn-DE phl:Arab-ZZ phn:Phnx-LB pil:Latn-ZZ pip:Latn-ZZ pka:Brah-IN pko:Latn-KE pl:Latn-PL
    pla:Latn-ZZ pms:Latn-IT png:Latn-ZZ pnn:Latn-ZZ pnt:Grek-GR pon:Latn-FM ppa:Deva-IN ppo:Latn-ZZ pra:Khar-PK
    prd:Arab-IR prg:Latn-001 ps:Arab-AF pss:Latn-ZZ pt:Latn-BR ptp:Latn-ZZ puu:Latn-GA pwa:Latn-ZZ qu:Latn-PE quc:Latn-GT
    qug:Latn-EC rai:Latn-ZZ raj:Deva-IN rao:Latn-ZZ rcf:Latn-RE rej:Latn-ID rel:Latn-ZZ res:Latn-ZZ rgn:Latn-IT
    rhg:Rohg-MM ria:Latn-IN rif:Tfng-MA rif-NL:Latn-NL rjs:Deva-NP rkt:Beng-BD rm:Latn-CH rmf:Latn-FI rmo:Latn-CH
    rmt:Arab-IR rmu:Latn-SE rn:Latn-BI rna:Latn-ZZ rng:Latn-MZ ro:Latn-RO rob:Latn-ID rof:Latn-TZ roo:Latn-ZZ rro:Latn-ZZ
    rtm:Latn-FJ ru:Cyrl-RU rue:Cyrl-UA rug:Latn-SB rw:Latn-RW rwk:Latn-TZ rwo:Latn-ZZ ryu:Kana-JP sa:Deva-IN saf:Latn-GH
    sah:Cyrl-RU saq:Latn-KE sas:Latn-ID sat:Olck-IN sav:Latn-SN saz:Saur-IN sba:Latn-ZZ sbe:Latn-ZZ sbp:Latn-TZ sc:Latn-IT
    sck:Deva-IN scl:Arab-ZZ scn:Latn-IT sco:Latn-GB scs:Latn-CA sd:Arab-PK sd-Deva:Deva-IN sd-Khoj:Khoj-IN sd-Sind:Sind-IN
    sdc:Latn-IT sdh:Arab-IR se:Latn-NO sef:Latn-CI seh:Latn-MZ sei:Latn-MX ses:Latn-ML sg:Latn-CF sga:Ogam-IE sgs:Latn-LT
    sgw:Ethi-ZZ sgz:Latn-ZZ shi:Tfng-MA shk:Latn-ZZ shn:Mymr-MM shu:Arab-ZZ si:Sinh-LK sid:Latn-ET sig:Latn-ZZ sil:Latn-ZZ
    sim:Latn-ZZ sjr:Latn-ZZ sk:Latn-SK skc:Latn-ZZ skr:Arab-PK sks:Latn-ZZ sl:Latn-SI sld:Latn-ZZ sli:Latn-PL sll:Latn-ZZ
    sly:Latn-ID sm:Latn-WS sma:Latn-SE smj:Latn-SE smn:Latn-FI smp:Samr-IL smq:Latn-ZZ sms:Latn-FI sn:Latn-ZW snc:Latn-ZZ
    snk:Latn-ML snp:Latn-ZZ snx:Latn-ZZ sny:Latn-ZZ so:Latn-SO sog:Sogd-UZ sok:Latn-ZZ soq:Latn-ZZ sou:Thai-TH soy:Latn-ZZ
    spd:Latn-ZZ spl:Latn-ZZ sps:Latn-ZZ sq:Latn-AL sr:Cyrl-RS sr-ME:Latn-ME sr-RO:Latn-RO sr-RU:Latn-RU sr-TR:Latn-TR
    srb:Sora-IN srn:Latn-SR srr:Latn-SN srx:Deva-IN ss:Latn-ZA ssd:Latn-ZZ ssg:Latn-ZZ ssy:Latn-ER st:Latn-ZA stk:Latn-ZZ
    stq:Latn-DE su:Latn-ID sua:Latn-ZZ sue:Latn-ZZ suk:Latn-TZ sur:Latn-ZZ sus:Latn-GN sv:Latn-SE sw:Latn-TZ swb:Arab-YT
    swc:Latn-CD swg:Latn-DE swp:Latn-ZZ swv:Deva-IN sxn:Latn-ID sxw:Latn-ZZ syl:Beng-BD syr:Syrc-IQ szl:Latn-PL ta:Taml-IN
    taj:Deva-NP tal:Latn-ZZ tan:Latn-ZZ taq:Latn-ZZ tbc:Latn-ZZ tbd:Latn-ZZ tbf:Latn-ZZ tbg:Latn-ZZ tbo:Latn-ZZ
    tbw:Latn-PH tbz:Latn-ZZ tci:Latn-ZZ tcy:Knda-IN tdd:Tale-CN tdg:Deva-NP tdh:Deva-NP tdu:Latn-MY te:Telu-IN ted:Latn-ZZ
    tem:Latn-SL teo:Latn-UG tet:Latn-TL tfi:Latn-ZZ tg:Cyrl-TJ tg-Arab:Arab-PK tg-PK:Arab-PK tgc:Latn-ZZ tgo:Latn-ZZ
    tgu:Latn-ZZ th:Thai-TH thl:Deva-NP thq:Deva-NP thr:Deva-NP ti:Ethi-ET tif:Latn-ZZ tig:Ethi-ER tik:Latn-ZZ tim:Latn-ZZ
    tio:Latn-ZZ tiv:Latn-NG tk:Latn-TM tkl:Latn-TK tkr:Latn-AZ tkt:Deva-NP tl:Latn-PH tlf:Latn-ZZ tlx:Latn-ZZ tly:Latn-AZ
    tmh:Latn-NE tmy:Latn-ZZ tn:Latn-ZA tnh:Latn-ZZ to:Latn-TO tof:Latn-ZZ tog:Latn-MW toq:Latn-ZZ tpi:Latn-PG tpm:Latn-ZZ
    tpz:Latn-ZZ tqo:Latn-ZZ tr:Latn-TR tru:Latn-TR trv:Latn-TW trw:Arab-PK ts:Latn-ZA tsd:Grek-GR tsf:Deva-NP tsg:Latn-PH
    tsj:Tibt-BT tsw:Latn-ZZ tt:Cyrl-RU ttd:Latn-ZZ tte:Latn-ZZ ttj:Latn-UG ttr:Latn-ZZ tts:Thai-TH ttt:Latn-AZ tuh:Latn-ZZ
    tul:Latn-ZZ tum:Latn-MW tuq:Latn-ZZ tvd:Latn-ZZ tvl:Latn-TV tvu:Latn-ZZ twh:Latn-ZZ twq:Latn-NE txg:Tang-CN
    txo:Toto-IN ty:Latn-PF tya:Latn-ZZ tyv:Cyrl-RU tzm:Latn-MA ubu:Latn-ZZ udi:Aghb-RU udm:Cyrl-RU ug:Arab-CN
    ug-Cyrl:Cyrl-KZ ug-KZ:Cyrl-KZ ug-MN:Cyrl-MN uga:Ugar-SY uk:Cyrl-UA uli:Latn-FM umb:Latn-AO und:en-Latn-US
    und-002:en-Latn-NG und-003:en-Latn-US und-005:pt-Latn-BR und-009:en-Latn-AU und-011:en-Latn-NG und-013:es-Latn-MX
    und-014:sw-Latn-TZ und-015:ar-Arab-EG und-017:sw-Latn-CD und-018:en-Latn-ZA und-019:en-Latn-US und-021:en-Latn-US
    und-029:es-Latn-CU und-030:zh-Hans-CN und-034:hi-Deva-IN und-035:id-Latn-ID und-039:it-Latn-IT und-053:en-Latn-AU
    und-054:en-Latn-PG und-057:en-Latn-GU und-061:sm-Latn-WS und-142:zh-Hans-CN und-143:uz-Latn-UZ und-145:ar-Arab-SA
    und-150:ru-Cyrl-RU und-151:ru-Cyrl-RU und-154:en-Latn-GB und-155:de-Latn-DE und-202:en-Latn-NG und-419:es-Latn-419
    und-AD:ca-Latn-AD und-AE:ar-Arab-AE und-AF:fa-Arab-AF und-AL:sq-Latn-AL und-AM:hy-Armn-AM und-AO:pt-Latn-AO
    und-AQ:Latn-AQ und-AR:es-Latn-AR und-AS:sm-Latn-AS und-AT:de-Latn-AT und-AW:nl-Latn-AW und-AX:sv-Latn-AX
    und-AZ:az-Latn-AZ und-Adlm:ff-Adlm-GN und-Aghb:udi-Aghb-RU und-Ahom:aho-Ahom-IN und-Arab:ar-Arab-EG
    und-Arab-CC:ms-Arab-CC und-Arab-CN:ug-Arab-CN und-Arab-GB:ks-Arab-GB und-Arab-ID:ms-Arab-ID und-Arab-IN:ur-Arab-IN
    und-Arab-KH:cja-Arab-KH und-Arab-MM:rhg-Arab-MM und-Arab-MN:kk-Arab-MN und-Arab-MU:ur-Arab-MU und-Arab-NG:ha-Arab-NG
    und-Arab-PK:ur-Arab-PK und-Arab-TG:apd-Arab-TG und-Arab-TH:mfa-Arab-TH und-Arab-TJ:fa-Arab-TJ und-Arab-TR:az-Arab-TR
    und-Arab-YT:swb-Arab-YT und-Armi:arc-Armi-IR und-Armn:hy-Armn-AM und-Avst:ae-Avst-IR und-BA:bs-Latn-BA
    und-BD:bn-Beng-BD und-BE:nl-Latn-BE und-BF:fr-Latn-BF und-BG:bg-Cyrl-BG und-BH:ar-Arab-BH und-BI:rn-Latn-BI
    und-BJ:fr-Latn-BJ und-BL:fr-Latn-BL und-BN:ms-Latn-BN und-BO:es-Latn-BO und-BQ:pap-Latn-BQ und-BR:pt-Latn-BR
    und-BT:dz-Tibt-BT und-BV:Latn-BV und-BY:be-Cyrl-BY und-Bali:ban-Bali-ID und-Bamu:bax-Bamu-CM und-Bass:bsq-Bass-LR
    und-Batk:bbc-Batk-ID und-Beng:bn-Beng-BD und-Bhks:sa-Bhks-IN und-Bopo:zh-Bopo-TW und-Brah:pka-Brah-IN
    und-Brai:fr-Brai-FR und-Bugi:bug-Bugi-ID und-Buhd:bku-Buhd-PH und-CD:sw-Latn-CD und-CF:fr-Latn-CF und-CG:fr-Latn-CG
    und-CH:de-Latn-CH und-CI:fr-Latn-CI und-CL:es-Latn-CL und-CM:fr-Latn-CM und-CN:zh-Hans-CN und-CO:es-Latn-CO
    und-CP:Latn-CP und-CR:es-Latn-CR und-CU:es-Latn-CU und-CV:pt-Latn-CV und-CW:pap-Latn-CW und-CY:el-Grek-CY
    und-CZ:cs-Latn-CZ und-Cakm:ccp-Cakm-BD und-Cans:cr-Cans-CA und-Cari:xcr-Cari-TR und-Cham:cjm-Cham-VN
    und-Cher:chr-Cher-US und-Chrs:xco-Chrs-UZ und-Copt:cop-Copt-EG und-Cpmn:Cpmn-CY und-Cpmn-CY:Cpmn-CY
    und-Cprt:grc-Cprt-CY und-Cyrl:ru-Cyrl-RU und-Cyrl-AL:mk-Cyrl-AL und-Cyrl-BA:sr-Cyrl-BA und-Cyrl-GE:os-Cyrl-GE
    und-Cyrl-GR:mk-Cyrl-GR und-Cyrl-MD:uk-Cyrl-MD und-Cyrl-RO:bg-Cyrl-RO und-Cyrl-SK:uk-Cyrl-SK und-Cyrl-TR:kbd-Cyrl-TR
    und-Cyrl-XK:sr-Cyrl-XK und-DE:de-Latn-DE und-DJ:aa-Latn-DJ und-DK:da-Latn-DK und-DO:es-Latn-DO und-DZ:ar-Arab-DZ
    und-Deva:hi-Deva-IN und-Deva-BT:ne-Deva-BT und-Deva-FJ:hif-Deva-FJ und-Deva-MU:bho-Deva-MU und-Deva-PK:btv-Deva-PK
    und-Diak:dv-Diak-MV und-Dogr:doi-Dogr-IN und-Dupl:fr-Dupl-FR und-EA:es-Latn-EA und-EC:es-Latn-EC und-EE:et-Latn-EE
    und-EG:ar-Arab-EG und-EH:ar-Arab-EH und-ER:ti-Ethi-ER und-ES:es-Latn-ES und-ET:am-Ethi-ET und-EU:en-Latn-IE
    und-EZ:de-Latn-EZ und-Egyp:egy-Egyp-EG und-Elba:sq-Elba-AL und-Elym:arc-Elym-IR und-Ethi:am-Ethi-ET und-FI:fi-Latn-FI
    und-FO:fo-Latn-FO und-FR:fr-Latn-FR und-GA:fr-Latn-GA und-GE:ka-Geor-GE und-GF:fr-Latn-GF und-GH:ak-Latn-GH
    und-GL:kl-Latn-GL und-GN:fr-Latn-GN und-GP:fr-Latn-GP und-GQ:es-Latn-GQ und-GR:el-Grek-GR und-GS:Latn-GS
    und-GT:es-Latn-GT und-GW:pt-Latn-GW und-Geor:ka-Geor-GE und-Glag:cu-Glag-BG und-Gong:wsg-Gong-IN und-Gonm:esg-Gonm-IN
    und-Goth:got-Goth-UA und-Gran:sa-Gran-IN und-Grek:el-Grek-GR und-Grek-TR:bgx-Grek-TR und-Gujr:gu-Gujr-IN
    und-Guru:pa-Guru-IN und-HK:zh-Hant-HK und-HM:Latn-HM und-HN:es-Latn-HN und-HR:hr-Latn-HR und-HT:ht-Latn-HT
    und-HU:hu-Latn-HU und-Hanb:zh-Hanb-TW und-Hang:ko-Hang-KR und-Hani:zh-Hani-CN und-Hano:hnn-Hano-PH und-Hans:zh-Hans-CN
    und-Hant:zh-Hant-TW und-Hebr:he-Hebr-IL und-Hebr-CA:yi-Hebr-CA und-Hebr-GB:yi-Hebr-GB und-Hebr-SE:yi-Hebr-SE
    und-Hebr-UA:yi-Hebr-UA und-Hebr-US:yi-Hebr-US und-Hira:ja-Hira-JP und-Hluw:hlu-Hluw-TR und-Hmng:hnj-Hmng-LA
    und-Hmnp:hnj-Hmnp-US und-Hung:hu-Hung-HU und-IC:es-Latn-IC und-ID:id-Latn-ID und-IL:he-Hebr-IL und-IN:hi-Deva-IN
    und-IQ:ar-Arab-IQ und-IR:fa-Arab-IR und-IS:is-Latn-IS und-IT:it-Latn-IT und-Ital:ett-Ital-IT und-JO:ar-Arab-JO
    und-JP:ja-Jpan-JP und-Jamo:ko-Jamo-KR und-Java:jv-Java-ID und-Jpan:ja-Jpan-JP und-KE:sw-Latn-KE und-KG:ky-Cyrl-KG
    und-KH:km-Khmr-KH und-KM:ar-Arab-KM und-KP:ko-Kore-KP und-KR:ko-Kore-KR und-KW:ar-Arab-KW und-KZ:ru-Cyrl-KZ
    und-Kali:eky-Kali-MM und-Kana:ja-Kana-JP und-Khar:pra-Khar-PK und-Khmr:km-Khmr-KH und-Khoj:sd-Khoj-IN
    und-Kits:zkt-Kits-CN und-Knda:kn-Knda-IN und-Kore:ko-Kore-KR und-Kthi:bho-Kthi-IN und-LA:lo-Laoo-LA und-LB:ar-Arab-LB
    und-LI:de-Latn-LI und-LK:si-Sinh-LK und-LS:st-Latn-LS und-LT:lt-Latn-LT und-LU:fr-Latn-LU und-LV:lv-Latn-LV
    und-LY:ar-Arab-LY und-Lana:nod-Lana-TH und-Laoo:lo-Laoo-LA und-Latn-AF:tk-Latn-AF und-Latn-AM:ku-Latn-AM
    und-Latn-CN:za-Latn-CN und-Latn-CY:tr-Latn-CY und-Latn-DZ:fr-Latn-DZ und-Latn-ET:en-Latn-ET und-Latn-GE:ku-Latn-GE
    und-Latn-IR:tk-Latn-IR und-Latn-KM:fr-Latn-KM und-Latn-MA:fr-Latn-MA und-Latn-MK:sq-Latn-MK und-Latn-MM:kac-Latn-MM
    und-Latn-MO:pt-Latn-MO und-Latn-MR:fr-Latn-MR und-Latn-RU:krl-Latn-RU und-Latn-SY:fr-Latn-SY und-Latn-TN:fr-Latn-TN
    und-Latn-TW:trv-Latn-TW und-Latn-UA:pl-Latn-UA und-Lepc:lep-Lepc-IN und-Limb:lif-Limb-IN und-Lina:lab-Lina-GR
    und-Linb:grc-Linb-GR und-Lisu:lis-Lisu-CN und-Lyci:xlc-Lyci-TR und-Lydi:xld-Lydi-TR und-MA:ar-Arab-MA
    und-MC:fr-Latn-MC und-MD:ro-Latn-MD und-ME:sr-Latn-ME und-MF:fr-Latn-MF und-MG:mg-Latn-MG und-MK:mk-Cyrl-MK
    und-ML:bm-Latn-ML und-MM:my-Mymr-MM und-MN:mn-Cyrl-MN und-MO:zh-Hant-MO und-MQ:fr-Latn-MQ und-MR:ar-Arab-MR
    und-MT:mt-Latn-MT und-MU:mfe-Latn-MU und-MV:dv-Thaa-MV und-MX:es-Latn-MX und-MY:ms-Latn-MY und-MZ:pt-Latn-MZ
    und-Mahj:hi-Mahj-IN und-Maka:mak-Maka-ID und-Mand:myz-Mand-IR und-Mani:xmn-Mani-CN und-Marc:bo-Marc-CN
    und-Medf:dmf-Medf-NG und-Mend:men-Mend-SL und-Merc:xmr-Merc-SD und-Mero:xmr-Mero-SD und-Mlym:ml-Mlym-IN
    und-Modi:mr-Modi-IN und-Mong:mn-Mong-CN und-Mroo:mro-Mroo-BD und-Mtei:mni-Mtei-IN und-Mult:skr-Mult-PK
    und-Mymr:my-Mymr-MM und-Mymr-IN:kht-Mymr-IN und-Mymr-TH:mnw-Mymr-TH und-NA:af-Latn-NA und-NC:fr-Latn-NC
    und-NE:ha-Latn-NE und-NI:es-Latn-NI und-NL:nl-Latn-NL und-NO:nb-Latn-NO und-NP:ne-Deva-NP und-Nand:sa-Nand-IN
    und-Narb:xna-Narb-SA und-Nbat:arc-Nbat-JO und-Newa:new-Newa-NP und-Nkoo:man-Nkoo-GN und-Nshu:zhx-Nshu-CN
    und-OM:ar-Arab-OM und-Ogam:sga-Ogam-IE und-Olck:sat-Olck-IN und-Orkh:otk-Orkh-MN und-Orya:or-Orya-IN
    und-Osge:osa-Osge-US und-Osma:so-Osma-SO und-Ougr:oui-Ougr-143 und-PA:es-Latn-PA und-PE:es-Latn-PE und-PF:fr-Latn-PF
    und-PG:tpi-Latn-PG und-PH:fil-Latn-PH und-PK:ur-Arab-PK und-PL:pl-Latn-PL und-PM:fr-Latn-PM und-PR:es-Latn-PR
    und-PS:ar-Arab-PS und-PT:pt-Latn-PT und-PW:pau-Latn-PW und-PY:gn-Latn-PY und-Palm:arc-Palm-SY und-Pauc:ctd-Pauc-MM
    und-Perm:kv-Perm-RU und-Phag:lzh-Phag-CN und-Phli:pal-Phli-IR und-Phlp:pal-Phlp-CN und-Phnx:phn-Phnx-LB
    und-Plrd:hmd-Plrd-CN und-Prti:xpr-Prti-IR und-QA:ar-Arab-QA und-QO:en-Latn-DG und-RE:fr-Latn-RE und-RO:ro-Latn-RO
    und-RS:sr-Cyrl-RS und-RU:ru-Cyrl-RU und-RW:rw-Latn-RW und-Rjng:rej-Rjng-ID und-Rohg:rhg-Rohg-MM und-Runr:non-Runr-SE
    und-SA:ar-Arab-SA und-SC:fr-Latn-SC und-SD:ar-Arab-SD und-SE:sv-Latn-SE und-SI:sl-Latn-SI und-SJ:nb-Latn-SJ
    und-SK:sk-Latn-SK und-SM:it-Latn-SM und-SN:fr-Latn-SN und-SO:so-Latn-SO und-SR:nl-Latn-SR und-ST:pt-Latn-ST
    und-SV:es-Latn-SV und-SY:ar-Arab-SY und-Samr:smp-Samr-IL und-Sarb:xsa-Sarb-YE und-Saur:saz-Saur-IN
    und-Sgnw:ase-Sgnw-US und-Shaw:en-Shaw-GB und-Shrd:sa-Shrd-IN und-Sidd:sa-Sidd-IN und-Sind:sd-Sind-IN
    und-Sinh:si-Sinh-LK und-Sogd:sog-Sogd-UZ und-Sogo:sog-Sogo-UZ und-Sora:srb-Sora-IN und-Soyo:cmg-Soyo-MN
    und-Sund:su-Sund-ID und-Sylo:syl-Sylo-BD und-Syrc:syr-Syrc-IQ und-TD:fr-Latn-TD und-TF:fr-Latn-TF und-TG:fr-Latn-TG
    und-TH:th-Thai-TH und-TJ:tg-Cyrl-TJ und-TK:tkl-Latn-TK und-TL:pt-Latn-TL und-TM:tk-Latn-TM und-TN:ar-Arab-TN
    und-TO:to-Latn-TO und-TR:tr-Latn-TR und-TV:tvl-Latn-TV und-TW:zh-Hant-TW und-TZ:sw-Latn-TZ und-Tagb:tbw-Tagb-PH
    und-Takr:doi-Takr-IN und-Tale:tdd-Tale-CN und-Talu:khb-Talu-CN und-Taml:ta-Taml-IN und-Tang:txg-Tang-CN
    und-Tavt:blt-Tavt-VN und-Telu:te-Telu-IN und-Tfng:zgh-Tfng-MA und-Tglg:fil-Tglg-PH und-Thaa:dv-Thaa-MV
    und-Thai:th-Thai-TH und-Thai-CN:lcp-Thai-CN und-Thai-KH:kdt-Thai-KH und-Thai-LA:kdt-Thai-LA und-Tibt:bo-Tibt-CN
    und-Tirh:mai-Tirh-IN und-Tnsa:nst-Tnsa-IN und-Toto:txo-Toto-IN und-UA:uk-Cyrl-UA und-UG:sw-Latn-UG und-UY:es-Latn-UY
    und-UZ:uz-Latn-UZ und-Ugar:uga-Ugar-SY und-VA:it-Latn-VA und-VE:es-Latn-VE und-VN:vi-Latn-VN und-VU:bi-Latn-VU
    und-Vaii:vai-Vaii-LR und-Vith:sq-Vith-AL und-WF:fr-Latn-WF und-WS:sm-Latn-WS und-Wara:hoc-Wara-IN und-Wcho:nnp-Wcho-IN
    und-XK:sq-Latn-XK und-Xpeo:peo-Xpeo-IR und-Xsux:akk-Xsux-IQ und-YE:ar-Arab-YE und-YT:fr-Latn-YT und-Yezi:ku-Yezi-GE
    und-Yiii:ii-Yiii-CN und-ZW:sn-Latn-ZW und-Zanb:cmg-Zanb-MN unr:Beng-IN unr-Deva:Deva-NP unr-NP:Deva-NP unx:Beng-IN
    uok:Latn-ZZ ur:Arab-PK uri:Latn-ZZ urt:Latn-ZZ urw:Latn-ZZ usa:Latn-ZZ uth:Latn-ZZ utr:Latn-ZZ uvh:Latn-ZZ uvl:Latn-ZZ
    uz:Latn-UZ uz-AF:Arab-AF uz-Arab:Arab-AF uz-CN:Cyrl-CN vag:Latn-ZZ vai:Vaii-LR van:Latn-ZZ ve:Latn-ZA vec:Latn-IT
    vep:Latn-RU vi:Latn-VN vic:Latn-SX viv:Latn-ZZ vls:Latn-BE vmf:Latn-DE vmw:Latn-MZ vo:Latn-001 vot:Latn-RU vro:Latn-EE
    vun:Latn-TZ vut:Latn-ZZ wa:Latn-BE wae:Latn-CH waj:Latn-ZZ wal:Ethi-ET wan:Latn-ZZ war:Latn-PH wbp:Latn-AU wbq:Telu-IN
    wbr:Deva-IN wci:Latn-ZZ wer:Latn-ZZ wgi:Latn-ZZ whg:Latn-ZZ wib:Latn-ZZ wiu:Latn-ZZ wiv:Latn-ZZ wja:Latn-ZZ
    wji:Latn-ZZ wls:Latn-WF wmo:Latn-ZZ wnc:Latn-ZZ wni:Arab-KM wnu:Latn-ZZ wo:Latn-SN wob:Latn-ZZ wos:Latn-ZZ wrs:Latn-ZZ
    wsg:Gong-IN wsk:Latn-ZZ wtm:Deva-IN wuu:Hans-CN wuv:Latn-ZZ wwa:Latn-ZZ xav:Latn-BR xbi:Latn-ZZ xco:Chrs-UZ
    xcr:Cari-TR xes:Latn-ZZ xh:Latn-ZA xla:Latn-ZZ xlc:Lyci-TR xld:Lydi-TR xmf:Geor-GE xmn:Mani-CN xmr:Merc-SD xna:Narb-SA
    xnr:Deva-IN xog:Latn-UG xon:Latn-ZZ xpr:Prti-IR xrb:Latn-ZZ xsa:Sarb-YE xsi:Latn-ZZ xsm:Latn-ZZ xsr:Deva-NP
    xwe:Latn-ZZ yam:Latn-ZZ yao:Latn-MZ yap:Latn-FM yas:Latn-ZZ yat:Latn-ZZ yav:Latn-CM yay:Latn-ZZ yaz:Latn-ZZ
    yba:Latn-ZZ ybb:Latn-CM yby:Latn-ZZ yer:Latn-ZZ ygr:Latn-ZZ ygw:Latn-ZZ yi:Hebr-001 yko:Latn-ZZ yle:Latn-ZZ
    ylg:Latn-ZZ yll:Latn-ZZ yml:Latn-ZZ yo:Latn-NG yon:Latn-ZZ yrb:Latn-ZZ yre:Latn-ZZ yrl:Latn-BR yss:Latn-ZZ yua:Latn-MX
    yue:Hant-HK yue-CN:Hans-CN yue-Hans:Hans-CN yuj:Latn-ZZ yut:Latn-ZZ yuw:Latn-ZZ za:Latn-CN zag:Latn-SD zdj:Arab-KM
    zea:Latn-NL zgh:Tfng-MA zh:Hans-CN zh-AU:Hant-AU zh-BN:Hant-BN zh-Bopo:Bopo-TW zh-GB:Hant-GB zh-GF:Hant-GF
    zh-HK:Hant-HK zh-Hanb:Hanb-TW zh-Hant:Hant-TW zh-ID:Hant-ID zh-MO:Hant-MO zh-PA:Hant-PA zh-PF:Hant-PF zh-PH:Hant-PH
    zh-SR:Hant-SR zh-TH:Hant-TH zh-TW:Hant-TW zh-US:Hant-US zh-VN:Hant-VN zhx:Nshu-CN zia:Latn-ZZ zkt:Kits-CN zlm:Latn-TG
    zmi:Latn-MY zne:Latn-ZZ zu:Latn-ZA zza:Latn-TR
    """
  /// Languages, with regions or extended languages that belong to them, and the tags in use for them now.
  static let languages: StaticString = """
    aa-saaho:ssy aam:aas aar:aa abk:ab adp:dz afr:af agp:apf ais:ami aka:ak alb:sq amh:am ara:ar arg:an arm:hy
    art-lojban:jbo asd:snz asm:as aue:ktz ava:av ave:ae aym:ay ayx:nun aze:az bak:ba bam:bm baq:eu baz:nvo bel:be ben:bn
    bgm:bcg bhk:fbl bic:bir bih:bh bis:bi bjd:drl bjq:bzc bkb:ebk blg:iba bod:bo bos:bs bre:br btb:beb bul:bg bur:my
    cat:ca ccq:rki cel-gaulish:xtg ces:cs cha:ch che:ce chi:zh chu:cu chv:cv cjr:mom cka:cmr cmk:xch cnr:sr-ME cor:kw
    cos:co coy:pij cqu:quh cre:cr cym:cy cze:cs daf:dnj dan:da dap:njz deu:de dit:dif div:dv djl:dze dkl:aqd drh:mn
    drr:kzk drw:fa-AF dud:uth duj:dwu dut:nl dwl:dbt dzo:dz ell:el elp:amq en-gb-oed:en-GB-oxendict eng:en epo:eo est:et
    eus:eu ewe:ee fao:fo fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy ful:ff gav:dev gbc:wny geo:ka ger:de gfx:vaj ggn:gvr
    ggo:esg ggr:gtu gio:aou gla:gd gle:ga glg:gl gli:kzk glv:gv gre:el grn:gn gti:nyc guj:gu guv:duz hat:ht hau:ha
    hbs:sr-Latn heb:he her:hz hin:hi hmo:ho hrr:jal hrv:hr hun:hu hy-arevmda:hyw hye:hy i-ami:ami i-bnn:bnn
    i-default:en-x-i-default i-enochian:und-x-i-enochian i-hak:hak i-klingon:tlh i-lux:lb i-mingo:see-x-i-mingo
    i-navajo:nv i-pwn:pwn i-tao:tao i-tay:tay i-tsu:tsu ibi:opa ibo:ig ice:is ido:io iii:ii iku:iu ile:ie ill:ilm ilw:gal
    in:id ina:ia ind:id ipk:ik isl:is ita:it iw:he izi:eza jar:jgk jav:jv jeg:oyb ji:yi jpn:ja jw:jv kal:kl kan:kn kas:ks
    kat:ka kau:kr kaz:kk kdv:zkd kgc:tdf kgd:ncq kgh:kml khm:km kik:ki kin:rw kir:ky koj:kwv kom:kv kon:kg kor:ko kpp:jkm
    krm:bmf ktr:dtp kua:kj kur:ku kvs:gdj kwq:yam kxe:tvd kxl:kru kzh:dgl kzj:dtp kzt:dtp lao:lo lat:la lav:lv leg:enl
    lii:raq lim:li lin:ln lit:lt llo:ngt lmm:rmx ltz:lb lub:lu lug:lg mac:mk mah:mh mal:ml mao:mi mar:mr may:ms meg:cir
    mgx:jbk mkd:mk mlg:mg mlt:mt mnt:wnn mo:ro mof:xnt mol:mo mon:mn mri:mi msa:ms mst:mry mwd:dmw mwj:vaj mya:my myd:aog
    myt:mry nad:xny nau:na nav:nv nbf:nru nbl:nr nbx:ekc ncp:kdz nde:nd ndo:ng nep:ne nld:nl nln:azd nlr:nrk nno:nn
    nns:nbr nnx:ngv no-bok:nb no-bokmal:nb no-nyn:nn no-nynorsk:nn nob:nb noo:dtd nor:no nts:pij nxu:bpp nya:ny oci:oc
    oji:oj ori:or orm:om oss:os oun:vaj pan:pa pat:kxr pcr:adx per:fa pli:pi pmc:huw pmu:phr pol:pl por:pt ppa:bfy ppr:lcq
    prs:fa-AF pry:prt pus:ps puz:pub que:qu rmr:emx roh:rm ron:ro root:und rum:ro run:rn rus:ru sag:sg san:sa sap:aqt
    sca:hle scc:sr scr:hr sgl:isk sgn-be-fr:sfb sgn-be-nl:vgt sgn-br:bzs sgn-ch-de:sgg sgn-co:csn sgn-de:gsg sgn-dk:dsl
    sgn-es:ssp sgn-fr:fsl sgn-gb:bfi sgn-gr:gss sgn-ie:isg sgn-it:ise sgn-jp:jsl sgn-mx:mfs sgn-ni:ncs sgn-nl:dse
    sgn-no:nsi sgn-pt:psr sgn-se:swl sgn-us:ase sgn-za:sfs sh:sr-Latn sin:si skk:oyb slk:sk slo:sk slv:sl sme:se smo:sm
    sna:sn snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sul:sgd sum:ulw sun:su swa:sw swc:sw-CD swe:sv tah:ty
    tam:ta tat:tt tdu:dtp tel:te tgg:bjp tgk:tg tgl:fil tha:th thc:tpo thw:ola thx:oyb tib:bo tid:itd tie:ras tir:ti
    tkk:twm tl:fil tlw:weo tmp:tyj tne:kak tnf:fa-AF ton:to tsf:taj tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk
    und-aaland:und-AX und-arevela:und und-arevmda:und und-bokmal:und und-hakka:und und-hepburn-heploc:und-alalc97
    und-lojban:und und-nynorsk:und und-saaho:und und-xiang:und unp:wro uok:ema urd:ur uzb:uz ven:ve vie:vi vol:vo wel:cy
    wgw:wgb wit:nol wiw:nwo wln:wa wol:wo xba:cax xho:xh xia:acn xkh:waw xrq:dmw xsj:suj ybd:rki yen:ynq yid:yi yiy:yrm
    yma:lrr ymt:mtm yor:yo yos:zom yuu:yug zh-cmn:zh zh-cmn-hans:zh-Hans zh-cmn-hant:zh-Hant zh-gan:gan zh-guoyu:zh
    zh-hakka:hak zh-min:nan-x-zh-min zh-min-nan:nan zh-wuu:wuu zh-xiang:hsn zh-yue:yue zha:za zho:zh zir:scv zul:zu
    """
  /// Regions, and the ones in use for them now.
  static let regions: StaticString = """
    004:AF 008:AL 010:AQ 012:DZ 016:AS 020:AD 024:AO 028:AG 031:AZ 032:AR 036:AU 040:AT 044:BS 048:BH 050:BD 051:AM 052:BB
    056:BE 060:BM 062:034 064:BT 068:BO 070:BA 072:BW 074:BV 076:BR 084:BZ 086:IO 090:SB 092:VG 096:BN 100:BG 104:MM
    108:BI 112:BY 116:KH 120:CM 124:CA 132:CV 136:KY 140:CF 144:LK 148:TD 152:CL 156:CN 158:TW 162:CX 166:CC 170:CO 172:RU
    174:KM 175:YT 178:CG 180:CD 184:CK 188:CR 191:HR 192:CU 196:CY 200:CZ 203:CZ 204:BJ 208:DK 212:DM 214:DO 218:EC 222:SV
    226:GQ 230:ET 231:ET 232:ER 233:EE 234:FO 238:FK 239:GS 242:FJ 246:FI 248:AX 249:FR 250:FR 254:GF 258:PF 260:TF 262:DJ
    266:GA 268:GE 270:GM 275:PS 276:DE 278:DE 280:DE 288:GH 292:GI 296:KI 300:GR 304:GL 308:GD 312:GP 316:GU 320:GT 324:GN
    328:GY 332:HT 334:HM 336:VA 340:HN 344:HK 348:HU 352:IS 356:IN 360:ID 364:IR 368:IQ 372:IE 376:IL 380:IT 384:CI 388:JM
    392:JP 398:KZ 400:JO 404:KE 408:KP 410:KR 414:KW 417:KG 418:LA 422:LB 426:LS 428:LV 430:LR 434:LY 438:LI 440:LT 442:LU
    446:MO 450:MG 454:MW 458:MY 462:MV 466:ML 470:MT 474:MQ 478:MR 480:MU 484:MX 492:MC 496:MN 498:MD 499:ME 500:MS 504:MA
    508:MZ 512:OM 516:NA 520:NR 524:NP 528:NL 530:CW 531:CW 532:CW 533:AW 534:SX 535:BQ 536:SA 540:NC 548:VU 554:NZ 558:NI
    562:NE 566:NG 570:NU 574:NF 578:NO 580:MP 581:UM 582:FM 583:FM 584:MH 585:PW 586:PK 591:PA 598:PG 600:PY 604:PE 608:PH
    612:PN 616:PL 620:PT 624:GW 626:TL 630:PR 634:QA 638:RE 642:RO 643:RU 646:RW 652:BL 654:SH 659:KN 660:AI 662:LC 663:MF
    666:PM 670:VC 674:SM 678:ST 682:SA 686:SN 688:RS 690:SC 694:SL 702:SG 703:SK 704:VN 705:SI 706:SO 710:ZA 716:ZW 720:YE
    724:ES 728:SS 729:SD 732:EH 736:SD 740:SR 744:SJ 748:SZ 752:SE 756:CH 760:SY 762:TJ 764:TH 768:TG 772:TK 776:TO 780:TT
    784:AE 788:TN 792:TR 795:TM 796:TC 798:TV 800:UG 804:UA 807:MK 810:RU 818:EG 826:GB 830:JE 831:GG 832:JE 833:IM 834:TZ
    840:US 850:VI 854:BF 858:UY 860:UZ 862:VE 876:WF 882:WS 886:YE 887:YE 890:RS 891:RS 894:ZM 958:AA 959:QM 960:QN 962:QP
    963:QQ 964:QR 965:QS 966:QT 967:EU 968:QV 969:QW 970:QX 971:QY 972:QZ 973:XA 974:XB 975:XC 976:XD 977:XE 978:XF 979:XG
    980:XH 981:XI 982:XJ 983:XK 984:XL 985:XM 986:XN 987:XO 988:XP 989:XQ 990:XR 991:XS 992:XT 993:XU 994:XV 995:XW 996:XX
    997:XY 998:XZ 999:ZZ AN:CW BU:MM CS:RS CT:KI DD:DE DY:BJ FQ:AQ FX:FR HV:BF JT:UM MI:UM NH:VU NQ:AQ NT:SA PC:FM PU:UM
    PZ:PA QU:EU RH:ZW SU:RU TP:TL UK:GB VD:VN WK:UM YD:YE YU:RS ZR:CD
    """
  /// The language that most speakers of a group of languages mean, and the name of the group, which is used for it.
  static let dominant: StaticString = """
    aju:jrb als:sq arb:ar ayr:ay azj:az bcc:bal bcl:bik bh:bho bxk:luy bxr:bua cld:syr cmn:zh cwd:cr dgo:doi dhd:mwr
    dik:din diq:zza ekk:et emk:man esk:ik fat:ak fuc:ff gaz:om gbo:grb gno:gon gug:gn gya:gba hdn:hai hea:hmn him:srx
    ike:iu khk:mn kmr:ku knc:kr kng:kg knn:kok kpv:kv lbk:bnc lvs:lv mhr:chm mnk:man mup:raj npi:ne ojg:oj ory:or pbu:ps
    pes:fa plt:mg pnb:lah quz:qu rmy:rom spy:kln src:sc swh:sw ttq:tmh tw:ak umu:del uzn:uz xpe:kpe xsl:den ydd:yi zai:zap
    zsm:ms zyb:za
    """
  /// How far a wanted language is from an offered one, or a language in a script from another.
  static let distances: StaticString = """
    aa>ssy:4 aae>sq:10 aao>ar:10 aat>sq:10 ab>ru:30 abh>ar:10 abv>ar:10 ach>en:30 acm>ar:10 acq>ar:10 acw>ar:10 acx>ar:10
    acy>ar:10 adf>ar:10 aeb>ar:10 aec>ar:10 af>nl:20 afb>ar:10 aii>syr:10 ajp>ar:10 ak>en:30 aln>sq:10 am>en:30
    am_Ethi>en_Latn:10 apc>ar:10 apd>ar:10 ar_Latn>ar_Arab:20 arq>ar:10 ars>ar:10 ary>ar:10 arz>ar:10 auz>ar:10 avl>ar:10
    ay>es:20 ayh>ar:10 ayl>ar:10 ayn>ar:10 ayp>ar:10 az>ru:30 az_Latn>ru_Cyrl:10 azb>az:10 bal>ur:20 bbz>ar:10 be>ru:20
    bem>en:30 bh>hi:30 bhr>mg:10 bjn>ms:10 bjq>mg:10 bmm>mg:10 bn>en:30 bn_Beng>en_Latn:10 bn_Latn>bn_Beng:20 bo>zh:20
    bo_Tibt>zh_Hans:10 br>fr:20 bs>hr:4 bs>sh:4 bs>sr:5 btj>ms:10 bve>ms:10 bvu>ms:10 bzc>mg:10 ca>es:20 cdo>zh:10
    ceb>fil:30 chr>en:20 cjy>zh:10 ckb>ar:30 co>fr:20 coa>ms:10 cpx>zh:10 crs>fr:20 cs>sk:20 cy>en:20 czh>zh:10 czo>zh:10
    da>nb:8 da>no:8 dty>ne:10 dup>ms:10 ee>en:30 enb>kln:10 eo>en:30 eu>es:20 eyo>kln:10 ffm>ff:10 fo>da:20 fub>ff:10
    fue>ff:10 fuf>ff:10 fuh>ff:10 fui>ff:10 fuq>ff:10 fuv>ff:10 fy>nl:20 ga>en:20 gaa>en:30 gan>zh:10 gax>om:10 gd>en:20
    gkp>kpe:10 gl>es:20 gn>es:20 gnw>gn:10 gom>kok:10 gsw>de:4 gu>hi:30 gu_Latn>gu_Gujr:20 gui>gn:10 gun>gn:10 ha>en:30
    hae>om:10 hak>zh:10 haw>en:20 hi_Latn>hi_Deva:20 hji>ms:10 hr>bs:4 hr>sh:4 hr>sr:5 hsn>zh:10 ht>fr:20 hy>ru:30
    hy_Armn>ru_Cyrl:10 ia>en:30 id>ms:10 ida>luy:10 ig>en:30 ikt>iu:10 is>en:20 ja_Hani>ja_Jpan:5 ja_Hira>ja_Hrkt:5
    ja_Hira>ja_Jpan:5 ja_Hrkt>ja_Jpan:5 ja_Kana>ja_Hrkt:5 ja_Kana>ja_Jpan:5 ja_Latn>ja_Jpan:5 jak>ms:10 jax>ms:10 jv>id:20
    ka>en:30 ka_Geor>en_Latn:10 kg>fr:30 kk>ru:30 km>en:30 km_Khmr>en_Latn:10 kn>en:30 kn_Knda>en_Latn:10
    kn_Latn>kn_Knda:20 ko_Hang>ko_Kore:5 ko_Hani>ko_Kore:5 ko_Jamo>ko_Hang:5 ko_Jamo>ko_Kore:5 kri>en:30 ku>tr:30
    kvb>ms:10 kvr>ms:10 kxd>ms:10 ky>ru:30 la>it:20 lb>de:4 lce>ms:10 lcf>ms:10 lg>en:30 liw>ms:10 lkb>luy:10 lko>luy:10
    lks>luy:10 ln>fr:30 lo>en:30 lo_Laoo>en_Latn:10 loz>en:30 lri>luy:10 lrm>luy:10 lsm>luy:10 ltg>lv:10 lto>luy:10
    lts>luy:10 lua>fr:30 lwg>luy:10 lzh>zh:10 mai>hi:20 max>ms:10 meo>ms:10 mfa>ms:10 mfb>ms:10 mfe>en:30 mg>fr:30
    mi>en:20 min>ms:10 ml>en:30 ml_Latn>ml_Mlym:20 ml_Mlym>en_Latn:10 mn>ru:30 mnp>zh:10 mqg>ms:10 mr>hi:30
    mr_Latn>mr_Deva:20 ms>id:30 msh>mg:10 msi>ms:10 mt>en:30 mui>ms:10 mvf>mn:10 my>en:30 my_Mymr>en_Latn:10 nan>zh:10
    nb>da:8 nb>nn:20 nb>no:1 ne>en:30 ne_Deva>en_Latn:10 nhd>gn:10 niq>kln:10 nle>luy:10 nn>nb:20 nn>no:20 no>da:8 no>nb:1
    no>nn:20 nso>en:30 ny>en:30 nyd>luy:10 nyn>en:30 oc>fr:20 oki>kln:10 om>en:30 or>en:30 or_Orya>en_Latn:10 orc>om:10
    orn>ms:10 ors>ms:10 pa>en:30 pa_Guru>en_Latn:10 pbt>ps:10 pcm>en:20 pel>ms:10 pga>ar:10 pko>kln:10 ps>en:30
    ps_Arab>en_Latn:10 pse>ms:10 pst>ps:10 qu>es:30 qub>qu:10 qud>qu:10 quf>qu:10 qug>qu:10 quh>qu:10 quk>qu:10 qul>qu:10
    qup>qu:10 qur>qu:10 qus>qu:10 quw>qu:10 qux>qu:10 quy>qu:10 qva>qu:10 qvc>qu:10 qve>qu:10 qvh>qu:10 qvi>qu:10
    qvj>qu:10 qvl>qu:10 qvm>qu:10 qvn>qu:10 qvo>qu:10 qvp>qu:10 qvs>qu:10 qvw>qu:10 qvz>qu:10 qwa>qu:10 qwc>qu:10
    qwh>qu:10 qws>qu:10 qxa>qu:10 qxc>qu:10 qxh>qu:10 qxl>qu:10 qxn>qu:10 qxo>qu:10 qxp>qu:10 qxr>qu:10 qxt>qu:10
    qxu>qu:10 qxw>qu:10 rag>luy:10 rm>de:20 rn>en:30 rw>fr:30 sa>hi:30 sd>en:30 sd_Arab>en_Latn:10 sdc>sc:10 sdn>sc:10
    sgc>kln:10 sh>bs:4 sh>hr:4 sh>sr:4 shu>ar:10 si>en:30 si_Sinh>en_Latn:10 sk>cs:20 skg>mg:10 sn>en:30 so>en:30
    spv>or:10 sq>en:30 sr>bs:5 sr>hr:5 sr>sh:4 sr_Cyrl>sr_Latn:5 sr_Latn>sr_Cyrl:5 sro>sc:10 ssh>ar:10 ssy>aa:4 st>en:30
    su>id:20 sw>en:30 ta>en:30 ta_Latn>ta_Taml:20 ta_Taml>en_Latn:10 tdx>mg:10 te>en:30 te_Latn>te_Telu:20
    te_Telu>en_Latn:10 tec>kln:10 tg>ru:30 ti>en:30 ti_Ethi>en_Latn:10 tk>ru:30 tk_Latn>ru_Cyrl:10 tkg>mg:10 tlh>en:30
    tmw>ms:10 tn>en:30 to>en:30 tt>ru:30 tum>en:30 tuy>kln:10 txy>mg:10 ug>zh:20 uk>ru:20 ur>en:30 ur_Arab>en_Latn:10
    urk>ms:10 uz>ru:30 uz_Latn>ru_Cyrl:10 uzs>uz:10 vkk>ms:10 vkt>ms:10 vro>et:10 wo>fr:30 wuu>zh:10 xh>en:30 xmm>ms:10
    xmv>mg:10 xmw>mg:10 yi>en:30 yi_Hebr>en_Latn:10 yih>yi:10 yo>en:30 yue>zh:10 za>zh:20 za_Latn>zh_Hans:10
    zh_Hani>zh_Hans:20 zh_Hani>zh_Hant:20 zh_Latn>zh_Hans:20 zlm>ms:10 zmi>ms:10 zu>en:30
    """
  /// Regions that language matching takes together.
  static let maghreb: StaticString = """
    DZ EH LY MA MR TN
    """
  /// Regions that language matching takes together.
  static let unitedStates: StaticString = """
    AS GU MH MP PR UM US VI
    """
  /// Regions that language matching takes together.
  static let chinaSpecial: StaticString = """
    HK MO
    """
  /// Regions that language matching takes together.
  static let latinAmerica: StaticString = """
    005 013 419 AR BO BR BZ CL CO CR EC FK GF GT GY HN MX NI PA PE PY SR SV UY VE
    """
  /// Regions that language matching takes together.
  static let americas: StaticString = """
    003 005 013 019 021 029 419 AG AI AR AW BB BL BM BO BQ BR BS BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GT GY HN HT
    JM KN KY LC MF MQ MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI
    """
}
