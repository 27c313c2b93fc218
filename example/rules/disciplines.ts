export const disciplines = {
  civil: {
    number: '10',
    name: 'Civil works',
    packages: ['Earthworks', 'Underground utilities', 'Roads and surfacing', 'Piling'],
  },
  concrete: {
    number: '20',
    name: 'Concrete',
    packages: ['Formwork', 'Reinforcement', 'Concrete placing', 'Anchors and grout'],
  },
  structural: {
    number: '30',
    name: 'Structural steel',
    packages: ['Primary steel', 'Secondary steel', 'Platforms and access'],
  },
  architectural: {
    number: '40',
    name: 'Buildings',
    packages: ['Envelope', 'Interior and finishes', 'Building services'],
  },
  mechanical_equipment: {
    number: '50',
    name: 'Mechanical equipment',
    packages: ['Rotating equipment', 'Static equipment', 'Packages'],
  },
  piping: {
    number: '60',
    name: 'Piping',
    packages: ['Pipe and fittings', 'Valves and specials', 'Supports', 'Testing', 'Insulation and painting'],
  },
  electrical_equipment: {
    number: '70',
    name: 'Electrical equipment',
    packages: ['Switchgear and transformers', 'Distribution'],
  },
  bulk_electrical: {
    number: '80',
    name: 'Cables and raceways',
    packages: ['Cables', 'Trays and conduits', 'Lighting and small power', 'Grounding'],
  },
  instrumentation: {
    number: '90',
    name: 'Instrumentation',
    packages: ['Field instruments', 'Valves', 'Cabling and junction boxes', 'Control systems'],
  },
} as const;

export type Discipline = keyof typeof disciplines;
