/**
 * Words for enum values in German, French, Spanish, Portuguese and Italian, for every field that has the value; case, blanks,
 * hyphens and diacritics do not count. A word that could mean another value of the same field is not here.
 */
export const enumWords: Readonly<Record<string, readonly string[]>> = {
  none: [
    ...['kein', 'keine', 'keiner', 'ohne', 'aucun', 'aucune', 'sans', 'ninguno', 'ninguna', 'sin'],
    ...['nenhum', 'nenhuma', 'sem', 'nessuno', 'nessuna', 'senza'],
  ],
  other: ['sonstige', 'sonstiges', 'andere', 'autre', 'autres', 'otro', 'otros', 'outro', 'outros', 'altro'],
  low: ['niedrig', 'gering', 'faible', 'baja', 'bajo', 'baixa', 'baixo', 'bassa', 'basso'],
  medium: ['mittel', 'moyen', 'moyenne', 'media', 'medio'],
  high: ['hoch', 'élevé', 'élevée', 'alta', 'alto', 'elevata', 'elevato'],
  vertical: ['senkrecht', 'vertikal', 'verticale'],
  horizontal: ['waagerecht', 'waagrecht', 'liegend', 'horizontale', 'orizzontale'],
  indoor: ['innen', 'intérieur', 'interior', 'interno'],
  outdoor: ['außen', 'aussen', 'extérieur', 'exterior', 'externo', 'esterno'],

  piping: [
    ...['Rohrleitung', 'Rohrleitungen', 'Rohrleitungsbau', 'Rohrbau', 'tuyauterie', 'tuyauteries'],
    ...['tubería', 'tuberías', 'cañería', 'cañerías', 'tubulação'],
    ...['tubulações', 'tubazione', 'tubazioni'],
  ],
  electrical_equipment: [
    ...['elektrische Ausrüstung', 'équipement électrique', 'équipements électriques'],
    ...['equipo eléctrico', 'equipos eléctricos', 'equipamento elétrico'],
    ...['equipamentos elétricos', 'apparecchiature elettriche'],
  ],
  bulk_electrical: [
    ...['Elektro', 'Elektrotechnik', 'électricité', 'électrique', 'electricidad', 'eléctrica'],
    ...['eléctrico', 'elétrica', 'elétrico', 'eletricidade', 'elettrico', 'impianti elettrici'],
  ],
  mechanical_equipment: [
    ...['Maschinenbau', 'mechanische Ausrüstung', 'mécanique', 'équipement mécanique'],
    ...['équipements mécaniques', 'mecánica', 'equipo mecánico', 'equipos mecánicos'],
    ...['equipamento mecânico', 'equipamentos mecânicos', 'meccanica', 'apparecchiature meccaniche'],
  ],
  instrumentation: [
    ...['MSR', 'EMSR', 'MSR-Technik', 'Instrumentierung', 'instrumentación', 'instrumentação'],
    'strumentazione',
  ],
  civil: [
    ...['Tiefbau', 'Erdbau', 'génie civil', 'VRD', 'terrassement', 'obra civil', 'obras civiles'],
    ...['movimiento de tierras', 'obras civis', 'terraplenagem', 'opere civili'],
  ],
  concrete: ['Beton', 'Betonbau', 'hormigón', 'concreto', 'betão', 'calcestruzzo'],
  structural: [
    ...['Stahlbau', 'charpente', 'charpente métallique', 'structure métallique', 'estructura metálica'],
    ...['estructuras metálicas', 'estructuras', 'estrutura metálica', 'estruturas metálicas'],
    ...['estruturas', 'carpenteria metallica'],
  ],
  architectural: ['Architektur', 'Hochbau', 'architecture', 'arquitectura', 'arquitetura', 'architettura'],

  draft: ['Entwurf', 'brouillon', 'borrador', 'rascunho', 'bozza'],
  'in-review': ['in Prüfung', 'en révision', 'em revisão', 'in revisione'],
  approved: ['genehmigt', 'freigegeben', 'approuvé', 'validé', 'aprobado', 'aprovado', 'approvato'],
  'on-hold': [
    ...['hold', 'zurückgestellt', 'en attente', 'suspendu', 'en espera', 'suspendido', 'em espera'],
    ...['suspenso', 'in attesa', 'sospeso'],
  ],
  void: [
    ...['ungültig', 'storniert', 'annulé', 'anulado', 'cancelado', 'annullato', 'cancelled', 'canceled'],
  ],
  option: ['Bedarfsposition', 'Eventualposition', 'opción', 'opção', 'opzione'],
  'provisional-sum': [
    ...['somme provisionnelle', 'suma provisional', 'soma provisória', 'somma provvisoria'],
  ],
  'change-order': ['Nachtrag', 'avenant', 'orden de cambio', 'ordem de mudança', 'variazione'],
  excluded: ['ausgeschlossen', 'nicht enthalten', 'exclu', 'excluido', 'escluso'],
  contractor: ['Auftragnehmer', 'entrepreneur', 'contratista', 'empreiteiro', 'appaltatore'],
  owner: [
    ...['Auftraggeber', 'Bauherr', 'bauseits', "maître d'ouvrage", 'cliente', 'propietario'],
    ...['proprietário', 'committente'],
  ],
  subcontractor: [
    ...['Nachunternehmer', 'Subunternehmer', 'sous-traitant', 'subcontratista', 'subempreiteiro'],
    'subappaltatore',
  ],
  vendor: ['Lieferant', 'fournisseur', 'proveedor', 'fornecedor', 'fornitore'],
  shop: ['Werkstatt', 'atelier', 'taller', 'oficina', 'officina'],
  field: ['Baustelle', 'chantier', 'obra', 'campo', 'cantiere', 'site'],
  'pipe-rack': ['Rohrbrücke', 'rack de tuberías'],
  'in-building': ['Gebäude', 'im Gebäude', 'bâtiment', 'edificio'],
  trench: ['Graben', 'tranchée', 'zanja', 'vala', 'trincea'],
  underground: [
    ...['unterirdisch', 'erdverlegt', 'enterré', 'souterrain', 'enterrado', 'subterráneo'],
    ...['interrato', 'sotterraneo'],
  ],

  'carbon-steel': [
    ...['C-Stahl', 'Kohlenstoffstahl', 'acier carbone', 'acier au carbone', 'acier noir', 'acero al carbono'],
    ...['acero carbono', 'acero negro', 'aço carbono', 'acciaio al carbonio'],
  ],
  'low-temperature-carbon-steel': [
    ...['Tieftemperaturstahl', 'acier basse température', 'acero de baja temperatura'],
  ],
  'galvanised-steel': [
    ...['galvanized steel', 'galvanised', 'galvanized', 'verzinkt', 'verzinkter Stahl', 'Stahl verzinkt'],
    ...['galvanisé', 'acier galvanisé', 'galvanizado', 'acero galvanizado', 'aço galvanizado'],
    ...['zincato', 'acciaio zincato'],
  ],
  'low-alloy-steel': [
    ...['niedriglegierter Stahl', 'acier faiblement allié', 'acero de baja aleación'],
    ...['aço de baixa liga', 'acciaio bassolegato'],
  ],
  'stainless-steel': [
    ...['stainless', 'Edelstahl', 'V2A', 'V4A', 'rostfreier Stahl', 'nichtrostender Stahl', 'inox'],
    ...['inoxydable', 'acier inox', 'acier inoxydable', 'inoxidable', 'acero inox', 'acero inoxidable'],
    ...['aço inox', 'aço inoxidável', 'acciaio inox', 'acciaio inossidabile'],
  ],
  duplex: ['Duplexstahl', 'acier duplex', 'acero dúplex', 'aço duplex', 'acciaio duplex'],
  'super-duplex': ['Superduplexstahl', 'acier super duplex', 'acero súper dúplex'],
  'nickel-alloy': [
    ...['Nickellegierung', 'alliage de nickel', 'aleación de níquel', 'liga de níquel'],
    'lega di nichel',
  ],
  'copper-nickel': ['Kupfer-Nickel', 'cupronickel', 'cuproníquel', 'cupronichel'],
  titanium: ['Titan', 'titane', 'titanio'],
  copper: ['Kupfer', 'cuivre', 'cobre', 'rame'],
  aluminium: ['aluminum', 'Alu', 'aluminio', 'alluminio'],
  'ductile-iron': [
    ...['Duktilguss', 'Sphäroguss', 'duktiles Gusseisen', 'fonte ductile', 'fundición dúctil'],
    ...['hierro dúctil', 'ferro dúctil', 'ferro fundido dúctil', 'ghisa sferoidale', 'ghisa duttile'],
  ],
  hdpe: ['PE-HD', 'PEAD'],
  'pvc-cpvc': ['PVC-U', 'U-PVC', 'PVC-C'],
  polypropylene: ['Polypropylen', 'polipropileno', 'polipropilene'],
  'frp-grp': ['GFK', 'PRV', 'PRFV', 'vetroresina'],

  'butt-weld': [
    ...['butt welded', 'butt welding', 'stumpfgeschweißt', 'Anschweißende', 'soudé bout à bout'],
    ...['bout à bout', 'soldado a tope', 'a tope', 'solda de topo', 'a topo', 'saldatura di testa'],
  ],
  'socket-weld': [
    ...['socket welded', 'socket welding', 'Einschweißmuffe', 'Schweißmuffe', 'emboîté soudé'],
    ...['soldadura a enchufe', 'enchufe soldado', 'solda de encaixe', 'saldatura a tasca', 'a tasca'],
  ],
  threaded: [
    ...['screwed', 'Gewinde', 'mit Gewinde', 'fileté', 'taraudé', 'vissé', 'roscado', 'roscada'],
    ...['rosqueado', 'filettato'],
  ],
  flanged: [
    ...['flange', 'Flansch', 'geflanscht', 'bride', 'à bride', 'à brides', 'brida', 'bridado', 'embridado'],
    ...['con brida', 'flangeado', 'flangia', 'flangiato'],
  ],
  plain: ['plain end', 'glatt', 'glattes Ende', 'lisse', 'liso', 'extremo liso', 'ponta lisa', 'liscio'],
  grooved: ['genutet', 'rainuré', 'ranurado', 'ranhurado', 'scanalato', 'victaulic'],
  'solvent-weld': ['geklebt', 'collé', 'à coller', 'pegado', 'encolado', 'colado', 'incollato'],
  'heat-fusion': ['termofusión', 'termofusão', 'termofusione', 'thermofusion'],
  soldered: ['gelötet', 'brasé', 'brasato'],
  'push-on': ['Steckmuffe', 'à emboîtement'],
  'mechanical-joint': ['joint mécanique', 'junta mecánica', 'giunto meccanico'],
  wafer: ['Zwischenflansch', 'entre brides', 'entre bridas', 'entre flanges'],
  'raised-face': ['face surélevée', 'cara resaltada', 'cara con resalte', 'face ressaltada'],
  'flat-face': ['glatte Dichtfläche', 'face plate', 'cara plana', 'face plana', 'faccia piana'],

  column: ['Stütze', 'poteau', 'columna', 'coluna', 'pilastro'],
  beam: ['Balken', 'poutre', 'viga', 'trave'],
  wall: ['Wand', 'mur', 'muro', 'parede', 'parete'],
  stair: ['Treppe', 'escalier', 'escalera', 'escada', 'scala'],
  handrail: ['Geländer', 'garde-corps', 'barandilla', 'corrimão', 'ringhiera'],
  grating: ['Gitterrost', 'caillebotis', 'grigliato'],
  sand: ['sable', 'arena', 'areia', 'sabbia'],
  gravel: ['Kies', 'gravier', 'grava', 'cascalho', 'ghiaia'],
  clay: ['Ton', 'argile', 'arcilla', 'argila', 'argilla'],
  topsoil: ['Oberboden', 'Mutterboden', 'terre végétale', 'tierra vegetal'],
};
