import type { Discipline } from '@consulting/foundation/api';

const identification = ['itemCode', 'itemNumber', 'description', 'tag'];
const places = ['area', 'wbsCode'];
const pricing = [
  'quantity',
  'unitOfMeasure',
  'crewCode',
  'unitManHours',
  'totalManHours',
  'labourRate',
  'labourCost',
  'materialUnitPrice',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'unitCost',
  'totalCost',
  'status',
  'remarks',
];

const ownKeys: Record<Discipline, string[]> = {
  electrical_equipment: ['equipmentType', 'ratedVoltage', 'ratedPowerKva', 'ratedCurrent', 'equipmentWeight'],
  mechanical_equipment: ['equipmentType', 'serviceDescription', 'capacity', 'capacityUnit', 'emptyWeight'],
  bulk_electrical: [
    'bulkItemType',
    'cableNumber',
    'fromEquipment',
    'toEquipment',
    'coreCount',
    'conductorSize',
    'cableLength',
  ],
  instrumentation: ['instrumentType', 'loopNumber', 'serviceDescription', 'signalType', 'ioType'],
  piping: ['lineNumber', 'pipeClass', 'nominalPipeSize', 'pipeSchedule', 'materialGrade', 'pressureRating'],
  civil: ['civilWorkType', 'soilType', 'length', 'width', 'depth', 'bankVolume'],
  concrete: [
    'elementType',
    'foundationNumber',
    'concreteStrength',
    'concreteVolume',
    'formworkArea',
    'rebarWeight',
  ],
  structural: ['memberType', 'memberMark', 'sectionProfile', 'steelGrade', 'memberLength', 'grossWeight'],
  architectural: ['elementType', 'buildingName', 'floorLevel', 'roomNumber', 'netArea', 'finishMaterial'],
};

export const usualKeys = (discipline: Discipline | null): string[] => [
  ...identification,
  ...(discipline === null ? ['discipline'] : ownKeys[discipline]),
  ...places,
  ...pricing,
];
