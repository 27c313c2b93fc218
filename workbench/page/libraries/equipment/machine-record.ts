import type { components } from '@consulting/client/api';
import { type Api, answered } from '../../api/client';
import type { Messages } from '../../language/language';
import { chosen, type FieldGroup, field } from '../record/field';

export type EquipmentInput = components['schemas']['EquipmentInput'];

export const equipmentKey = 'equipment';

export const ownerships = ['owned', 'rented', 'leased'] as const;
const fuelTypes = ['none', 'diesel', 'gasoline', 'lpg', 'electricity'] as const;

const codeField = field('equipmentCode', 'text', { isRequired: true });

export const machineGroups = (
  { groups }: Messages['libraries']['equipment'],
  isNew: boolean,
): FieldGroup<keyof EquipmentInput & string>[] => [
  {
    title: groups.machine,
    fields: [
      ...(isNew ? [codeField] : []),
      field('name', 'text', { isRequired: true }),
      field('category'),
      chosen('ownership', ownerships),
      field('manufacturer'),
      field('model'),
      field('capacity', 'number'),
      field('capacityUnit'),
      field('isActive', 'flag'),
      field('description', 'lines'),
    ],
  },
  {
    title: groups.rates,
    fields: [
      field('currency', 'text', { isRequired: true }),
      field('hourlyRate', 'number'),
      field('dailyRate', 'number'),
      field('weeklyRate', 'number'),
      field('monthlyRate', 'number'),
      field('rentalHoursPerDay', 'number'),
      field('rentalHoursPerWeek', 'number'),
      field('rentalHoursPerMonth', 'number'),
    ],
  },
  {
    title: groups.operation,
    fields: [
      chosen('fuelType', fuelTypes, { isRequired: true }),
      field('fuelConsumptionPerHour', 'number'),
      field('operatingCostPerHour', 'number'),
      field('standbyPercent', 'number'),
      field('mobilizationCost', 'number'),
      field('demobilizationCost', 'number'),
    ],
  },
  {
    title: groups.operator,
    fields: [
      field('operatorRequired', 'flag'),
      field('operatorIncluded', 'flag'),
      field('operatorTradeCode'),
      field('operatorLaborDesignation'),
    ],
  },
  { title: groups.other, fields: [field('weight', 'number'), field('powerRating', 'number')] },
];

export const newMachine: EquipmentInput = {
  equipmentCode: '',
  name: '',
  description: null,
  manufacturer: null,
  model: null,
  category: null,
  capacity: null,
  capacityUnit: null,
  currency: 'USD',
  hourlyRate: null,
  dailyRate: null,
  weeklyRate: null,
  monthlyRate: null,
  rentalHoursPerDay: 8,
  rentalHoursPerWeek: 40,
  rentalHoursPerMonth: 176,
  fuelType: 'none',
  fuelConsumptionPerHour: null,
  operatingCostPerHour: null,
  standbyPercent: 50,
  operatorRequired: false,
  operatorIncluded: false,
  operatorTradeCode: null,
  operatorLaborDesignation: null,
  mobilizationCost: null,
  demobilizationCost: null,
  ownership: null,
  weight: null,
  powerRating: null,
  isActive: true,
};

/** The path has the identifier, because a code may equal a word in the paths of the list. */
export const readMachine = (api: Api, equipmentCode: string, signal: AbortSignal) =>
  answered(api.GET('/api/v1/equipment/{equipmentCode}', { params: { path: { equipmentCode } }, signal }));

export type Machine = Awaited<ReturnType<typeof readMachine>>;
