/**
 * Abbreviations with a full stop, per language, for the sentence rules and the tokenizer. A blank inside an
 * entry may be absent or any blank in the text (`z. B.` also stands for `z.B.`). The first letter may be upper
 * case. Entries end in their full stop.
 */
export interface AbbreviationList {
  /** Something always follows: titles, `e.g.`; a sentence does not end here. */
  readonly leading: readonly string[];
  /** A sentence does not end here when a number, a single letter or a Roman numeral follows: `Nr.`, `Fig.`. */
  readonly numbered: readonly string[];
  /** May well end a sentence: `etc.`, `Inc.`; what follows decides. */
  readonly closing: readonly string[];
  /** Capitalised words that start sentences and are hardly ever names: they decide the doubtful cases. */
  readonly starters: readonly string[];
}

const words = (list: string): string[] => list.split('|').map((word) => word.trim());

const ABBREVIATIONS: Readonly<Record<string, AbbreviationList>> = {
  en: {
    leading: words(
      'Mr.|Mrs.|Ms.|Messrs.|Dr.|Drs.|Prof.|Rev.|Hon.|Gen.|Col.|Capt.|Lt.|Sgt.|Maj.|Adm.|Cmdr.|Gov.|Sen.|Rep.|Pres.|St.|Mt.|Ft.|e. g.|i. e.|viz.|vs.|cf.|ca.|approx.|esp.|incl.|resp.|a. k. a.|w. r. t.|s. t.',
    ),
    numbered: words(
      'No.|Nos.|Fig.|Figs.|Vol.|Vols.|Ch.|Chap.|Sec.|Sect.|Eq.|Eqs.|p.|pp.|Art.|Arts.|Para.|Paras.|Ex.|Tab.|App.|Ref.|Refs.|Ed.|Rm.|Ext.|Jan.|Feb.|Mar.|Apr.|Jun.|Jul.|Aug.|Sep.|Sept.|Oct.|Nov.|Dec.|et al.',
    ),
    closing: words(
      'etc.|Inc.|Ltd.|Co.|Corp.|Bros.|Jr.|Sr.|a. m.|p. m.|Ph. D.|B. A.|M. A.|M. Sc.|B. Sc.|U. S.|U. K.|U. N.|E. U.|U. S. A.|D. C.|B. C.|A. D.|Ave.|Blvd.|Rd.|dept.|est.|min.|max.|ibid.',
    ),
    starters: words(
      'The|This|That|These|Those|It|He|She|We|They|You|I|His|Her|Its|Our|Their|My|Your|There|Here|In|On|At|If|When|While|As|For|But|And|However|Therefore|Please|To|What|Why|How|Who|Where|After|Before|Since|Use|Click|Select|Choose|See|Note',
    ),
  },
  de: {
    leading: words(
      'z. B.|d. h.|u. a.|i. d. R.|v. a.|z. T.|u. U.|o. g.|s. o.|s. u.|z. Zt.|z. Z.|d. i.|i. Allg.|i. e. S.|i. w. S.|m. E.|sog.|bzw.|ggf.|evtl.|vgl.|inkl.|exkl.|zzgl.|abzgl.|ca.|bspw.|insb.|insbes.|einschl.|bzgl.|gem.|lt.|max.|min.|mind.|allg.|event.|resp.|Dr.|Prof.|Hr.|Fr.|Frl.|Dipl.-Ing.|Dipl.-Inf.|Dipl.|Ing.|Mag.|St.|Gebr.|geb.|gest.|verh.|verw.|vorm.|wg.|zus.|zzt.|urspr.|ehem.|engl.|dt.|frz.|lat.|griech.|svw.|betr.|Betr.|Hrsg.|hrsg.|Übers.|übers.|Bearb.|Anm. d. Red.',
    ),
    numbered: words(
      'Nr.|Nrn.|Abb.|Abs.|Art.|Bd.|Bde.|Kap.|Tab.|S.|Ziff.|Par.|Pkt.|Anh.|Anl.|Rn.|Rdnr.|Aufl.|Jg.|H.|Sp.|Z.|Tel.|Jan.|Feb.|Febr.|Mär.|Apr.|Jun.|Jul.|Aug.|Sep.|Sept.|Okt.|Nov.|Dez.|Mo.|Di.|Mi.|Do.|Sa.|So.|Lit.|lit.|Buchst.|Fn.|v.',
    ),
    closing: words(
      'usw.|etc.|u. s. w.|u. Ä.|u. ä.|o. Ä.|o. ä.|u. v. m.|u. a. m.|usf.|ff.|f.|Mio.|Mrd.|Tsd.|Std.|Min.|Sek.|Jh.|Jhd.|n. Chr.|v. Chr.|Str.|Co.|AG.|Inc.|Ltd.|Corp.|e. V.|i. V.|i. A.|p. a.|a. D.|a. M.|St.|dgl.|Nachf.|Inh.|Fa.|Hbf.|Bhf.|Anm.|ebd.|a. a. O.|u. dgl.|z. Hd.|od.|et al.',
    ),
    starters: words(
      'Der|Die|Das|Den|Dem|Des|Ein|Eine|Einen|Einem|Er|Sie|Es|Wir|Ich|Ihr|Man|Dies|Diese|Dieser|Dieses|Diesen|Diesem|In|Im|Am|An|Auf|Aus|Bei|Mit|Nach|Für|Und|Aber|Oder|Wenn|Als|Da|Dann|Danach|Daher|Deshalb|Hier|Dort|Jetzt|Nun|So|Auch|Alle|Zu|Zum|Zur|Wie|Was|Wer|Wo|Warum|Ist|Sind|Kann|Bitte|Klicken|Wählen|Geben|Öffnen|Beachten|Weitere|Seit|Vor|Von|Vom|Während|Nur|Herr|Frau',
    ),
  },
  fr: {
    leading: words(
      'M.|MM.|Dr.|Pr.|Prof.|Me.|Mgr.|St.|Ste.|p. ex.|c.-à-d.|cf.|env.|ex.|s. v. p.|N. B.|N. D. L. R.|v.|not.|max.|min.|resp.|i. e.|e. g.|dir.|éd.|trad.|coll.|av.|apr.|vs.|S. A. R.|S. E.|S. M.',
    ),
    numbered: words(
      'art.|fig.|p.|pp.|chap.|ch.|vol.|t.|n.|no.|nos.|par.|al.|sect.|tab.|éq.|liv.|col.|fol.|ann.|tél.|janv.|févr.|fév.|avr.|juil.|sept.|oct.|nov.|déc.|réf.',
    ),
    closing: words(
      'etc.|J.-C.|av. J.-C.|apr. J.-C.|Cie.|S. A.|S. A. R. L.|Inc.|Ltd.|Corp.|Co.|bd.|boul.|ibid.|op. cit.|et al.|hab.|min.|sec.|U. E.|U. S. A.|O. N. U.|suiv.|ss.|arr.|dép.|h. t.|T. T. C.|H. T.',
    ),
    starters: words(
      'Les|Il|Elle|Ils|Elles|Nous|Vous|On|Je|Ce|Cet|Cette|Ces|Cela|Ceci|Dans|Pour|Mais|Et|Si|Lorsque|Quand|Comme|En|Par|Avec|Sans|Sur|Un|Une|Cliquez|Sélectionnez|Choisissez|Utilisez|Notre|Votre|Leur|Leurs|Son|Sa|Ses|Mon|Ma|Mes|Puis|Ensuite|Enfin|Ainsi|Donc|Car|Aussi|Après|Avant|Depuis',
    ),
  },
  es: {
    leading: words(
      'Sr.|Sra.|Srta.|Sres.|Sras.|Dr.|Dra.|Dres.|Prof.|Profa.|Ing.|Lic.|Arq.|D.|Dª.|Dña.|Ud.|Uds.|Vd.|Vds.|Excmo.|Excma.|Ilmo.|Ilma.|Sto.|Sta.|S. M.|p. ej.|por ej.|p. e.|ej.|cf.|cfr.|aprox.|máx.|mín.|vs.|gral.|Gral.|Cap.|Cnel.|i. e.|e. g.|Mons.|Fr.|Rdo.',
    ),
    numbered: words(
      'núm.|núms.|n.|nro.|No.|art.|arts.|fig.|figs.|pág.|págs.|p.|pp.|vol.|vols.|cap.|caps.|t.|tel.|tfno.|ed.|apdo.|párr.|secc.|tab.|ene.|feb.|mar.|abr.|jun.|jul.|ago.|sept.|sep.|oct.|nov.|dic.|ref.',
    ),
    closing: words(
      'etc.|S. A.|S. L.|S. R. L.|Cía.|Inc.|Ltd.|Ltda.|Corp.|Co.|EE. UU.|U. E.|a. C.|d. C.|a. m.|p. m.|Av.|Avda.|C.|Pza.|Jr.|et al.|ibíd.|op. cit.|ss.|dpto.|depto.|hab.|mill.|C. V.',
    ),
    starters: words(
      'El|Los|Las|Lo|Un|Una|Este|Esta|Estos|Estas|Esto|Ese|Esa|Eso|En|Para|Pero|Y|Si|Cuando|Como|Con|Sin|Por|Se|No|Es|Son|Haga|Seleccione|Elija|Use|Utilice|Su|Sus|Mi|Nuestro|Nuestra|Yo|Nosotros|Ellos|Ellas|Usted|Ustedes|Además|También|Después|Antes|Luego|Desde|Así|Sin embargo|Al|Más',
    ),
  },
  it: {
    leading: words(
      'Sig.|Sig.ra|Sigg.|Sig.na|Dott.|Dott.ssa|Dr.|Prof.|Prof.ssa|Proff.|Ing.|Avv.|Arch.|Geom.|Rag.|On.|Sen.|Mons.|Don.|S.|Egr.|Gent.|Spett.|Ill.mo|ad es.|p. es.|per es.|es.|cfr.|cf.|ca.|c. d.|max.|min.|vs.|i. e.|e. g.|v.|N. B.|Gen.|Col.|Cap.|Ten.',
    ),
    numbered: words(
      'n.|nn.|art.|artt.|fig.|figg.|pag.|pagg.|p.|pp.|vol.|voll.|cap.|capp.|tab.|sez.|par.|co.|lett.|tel.|ed.|gen.|feb.|febbr.|mar.|apr.|mag.|giu.|lug.|ago.|sett.|set.|ott.|nov.|dic.|rif.|All.|all.',
    ),
    closing: words(
      'ecc.|etc.|S. p. A.|S. r. l.|Inc.|Ltd.|Corp.|Co.|a. C.|d. C.|C. V.|U. E.|U. S. A.|et al.|ibid.|op. cit.|ss.|segg.|sg.|p. v.|u. s.|Jr.|snc.|F. lli|dx.|sx.',
    ),
    starters: words(
      'Il|Lo|Gli|Le|Un|Una|Questo|Questa|Questi|Queste|Ciò|In|Per|Ma|Se|Quando|Come|Con|Senza|Non|È|Sono|Fare|Selezionare|Scegliere|Fate|Selezionate|Nel|Nella|Nei|Al|Alla|Io|Noi|Voi|Loro|Si|Inoltre|Anche|Dopo|Prima|Poi|Quindi|Dal|Da|Dalla|Sul|Sulla|Tuttavia|Signor|Onorevoli',
    ),
  },
  nl: {
    leading: words(
      'dhr.|mevr.|mw.|dr.|prof.|ir.|ing.|mr.|drs.|ds.|bijv.|bv.|d. w. z.|d. m. v.|i. p. v.|i. v. m.|m. b. t.|n. a. v.|o. a.|t. a. v.|t. o. v.|t. b. v.|z. o. z.|o. l. v.|a. h. v.|i. h. b.|m. n.|t. g. v.|t. w. v.|evt.|resp.|ca.|vgl.|incl.|excl.|max.|min.|m. a. w.|a. d. h. v.|nl.|zgn.|zog.|St.|Sint.|c. q.|jl.|vs.',
    ),
    numbered: words(
      'nr.|nrs.|art.|afb.|fig.|blz.|p.|pag.|pp.|hfst.|par.|tab.|dl.|vol.|tel.|jan.|feb.|mrt.|apr.|jun.|jul.|aug.|sep.|sept.|okt.|nov.|dec.|ed.|lid.',
    ),
    closing: words(
      'enz.|etc.|e. d.|e. a.|B. V.|N. V.|v. Chr.|n. Chr.|Inc.|Ltd.|Corp.|Co.|mln.|mld.|jr.|sr.|e. v.|ibid.|et al.|a. s.|p. j.|p/m.',
    ),
    starters: words(
      'De|Het|Een|Dit|Dat|Deze|Die|Hij|Zij|Ze|Wij|We|Ik|Jij|Je|U|In|Op|Bij|Met|Voor|Maar|En|Als|Wanneer|Er|Daar|Hier|Dan|Daarna|Daarom|Ook|Niet|Om|Na|Door|Klik|Kies|Selecteer|Zo|Mijn|Onze|Uw|Wat|Waarom|Hoe|Wie',
    ),
  },
  pt: {
    leading: words(
      'Sr.|Sra.|Srta.|Srs.|Sras.|Dr.|Dra.|Drs.|Prof.|Profa.|Eng.|Exmo.|Exma.|Ilmo.|D.|V. Ex.ª|V. Exa.|S. Ex.ª|p. ex.|por ex.|ex.|cf.|aprox.|máx.|mín.|vs.|Gen.|Cel.|Cap.|Sto.|Sta.|i. e.|e. g.|Arq.|Adv.',
    ),
    numbered: words(
      'n.|nº.|núm.|art.|arts.|fig.|figs.|pág.|págs.|p.|pp.|vol.|vols.|cap.|caps.|tel.|ed.|tab.|séc.|jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.|ref.|al.|par.',
    ),
    closing: words(
      'etc.|S. A.|Ltda.|Lda.|Cia.|Inc.|Ltd.|Corp.|Co.|a. C.|d. C.|E. U. A.|EUA.|U. E.|Av.|R.|Jr.|et al.|ibid.|op. cit.|ss.|hab.|dept.',
    ),
    starters: words(
      'O|Os|As|Um|Uma|Este|Esta|Estes|Estas|Isto|Esse|Essa|Isso|Aquele|Em|No|Na|Nos|Nas|Para|Mas|E|Se|Quando|Como|Com|Sem|Por|Não|É|São|Clique|Selecione|Escolha|Use|Utilize|Ele|Ela|Eles|Elas|Nós|Eu|Você|Também|Depois|Antes|Desde|Assim|Além|Ao|Pelo|Pela|Senhor',
    ),
  },
};

const NONE: AbbreviationList = { leading: [], numbered: [], closing: [], starters: [] };

export const ABBREVIATION_LANGUAGES: readonly string[] = Object.keys(ABBREVIATIONS);

/** The list for a BCP 47 tag, by its primary language; empty when we have none. */
export function abbreviationsOf(language: string): AbbreviationList {
  const primary = primaryLanguage(language);
  return Object.hasOwn(ABBREVIATIONS, primary) ? ABBREVIATIONS[primary] : NONE;
}

/** `de` for `de-AT` or `DE_at`. */
export function primaryLanguage(language: string): string {
  return language.split(/[-_]/, 1)[0].toLowerCase();
}
