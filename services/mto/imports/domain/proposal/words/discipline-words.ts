import type { Discipline } from '@consulting/mto-engine';

export const disciplineWords: Readonly<Record<Discipline, { names: string; things: string }>> = {
  piping: {
    names:
      'pipe piping pipes pipework tuberia tubulacao tubazion tuyauterie rohrleitung rohr fastener pipecomponent linelist isometric',
    things:
      'pipe elbow flange gasket valve tee reducer coupling nipple weldolet sockolet rohr bogen flansch dichtung tubo codo brida valvula tube coude bride vanne curva junta flangia gomito raccord olet smls spool bolt',
  },
  structural: {
    names:
      'structure structural steel stahlbau stahl charpente estructurametalica carpenteria estruturametalica structuremember member steelwork framing',
    things:
      'beam column girder purlin bracing handrail grating stair ladder baseplate hea heb ipe upn trager stutze riegel pfette poutre viga trave colonna member',
  },
  concrete: {
    names:
      'concrete beton hormigon concreto calcestruzzo foundation fundament cimentacion fondation grosoeuvre rebar formwork estructura',
    things:
      'concrete footing slab rebar formwork blinding grout pedestal pilecap beton schalung bewehrung hormigon zapata losa encofrado semelle dallage coffrage concreto forma armacao calcestruzzo fck',
  },
  civil: {
    names:
      'civil earthwork tiefbau erdarbeit erdbau terrassement vrd voirie movimiento terraplenagem scavi site roads drainage sitework',
    things:
      'excavation backfill topsoil trench asphalt kerb manhole sewer grading embankment aushub graben boden verfull deblai remblai bordure excavacion relleno escavacao aterro scavo rinterro terrassement',
  },
  architectural: {
    names:
      'architectural architecture arch finishes building hochbau ausbau trockenbau door window wall ceiling room acabados acabamento finiture doors windows boq interior',
    things:
      'partition plasterboard paint ceiling tile door window drywall masonry brick glazing roofing flooring wand tur fenster putz estrich tabique pintura puerta peinture cloison porte alvenaria porta pintura intonaco pavimento tinteggiatura muratura carpet joinery vinyl blockwork',
  },
  bulk_electrical: {
    names:
      'cable kabel cavi cables electricalbulk bulkelectrical conduit tray lighting luminaire elektro electricite electricidad eletrica raceway',
    things:
      'cable tray conduit luminaire lamp xlpe swa led gland socket kabel leuchte bandeja luminaria cavo passerella earthing armoured pvc',
  },
  electrical_equipment: {
    names: 'electricalequipment switchgear transformer mcc loadlist motorlist substation',
    things:
      'transformer switchgear mcc ups vfd switchboard panelboard generator inverter battery busduct trafo schaltanlage',
  },
  mechanical_equipment: {
    names:
      'mechanical equipment pumps vessels maschinen apparate equipement equipo equipamento macchine exchangers rotating static',
    things:
      'pump vessel exchanger compressor tank drum tower reactor agitator conveyor heater pumpe behalter warmetauscher pompe echangeur bomba tanque intercambiador scambiatore serbatoio blower fan boiler',
  },
  instrumentation: {
    names:
      'instrument instrumentation instrumentindex iolist io msr emsr plt instrumentacion instrumentacao strumentazione instruments',
    things:
      'transmitter gauge thermowell rtd switch analyser controlvalve solenoid detector positioner transmisor sensor messumformer transmetteur',
  },
};
