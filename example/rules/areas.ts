export type ServiceCode = 'EST-PROCESS' | 'EST-UTILITIES';

export interface Area {
  code: string;
  unit: string;
  name: string;
  service: ServiceCode;
  // What height, congestion and work next to running plant do to the hours.
  difficulty: number;
  // How much there is to build, in comparison with the largest area.
  size: number;
  // Percent of the material price that it takes to bring material there.
  freight: number;
}

export const areas: readonly Area[] = [
  {
    code: 'A-100',
    unit: '100',
    name: 'Inlet and separation',
    service: 'EST-PROCESS',
    difficulty: 1,
    size: 0.7,
    freight: 4,
  },
  {
    code: 'A-200',
    unit: '200',
    name: 'Compressor building',
    service: 'EST-PROCESS',
    difficulty: 1.18,
    size: 1,
    freight: 4,
  },
  {
    code: 'A-300',
    unit: '300',
    name: 'Gas cooling and dehydration',
    service: 'EST-PROCESS',
    difficulty: 1.08,
    size: 0.9,
    freight: 4.5,
  },
  {
    code: 'A-400',
    unit: '400',
    name: 'Pipe rack and interconnections',
    service: 'EST-PROCESS',
    difficulty: 1.15,
    size: 0.75,
    freight: 3.5,
  },
  {
    code: 'A-450',
    unit: '450',
    name: 'Tie-ins to the running plant',
    service: 'EST-PROCESS',
    difficulty: 1.4,
    size: 0.3,
    freight: 5,
  },
  {
    code: 'A-500',
    unit: '500',
    name: 'Utilities and flare',
    service: 'EST-UTILITIES',
    difficulty: 1.05,
    size: 0.7,
    freight: 4,
  },
  {
    code: 'A-600',
    unit: '600',
    name: 'Substation and control building',
    service: 'EST-UTILITIES',
    difficulty: 1,
    size: 0.55,
    freight: 3,
  },
  {
    code: 'A-700',
    unit: '700',
    name: 'Site, roads and fencing',
    service: 'EST-UTILITIES',
    difficulty: 0.95,
    size: 0.5,
    freight: 3,
  },
];
