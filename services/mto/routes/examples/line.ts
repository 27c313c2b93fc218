import { exampleIds } from '@consulting/kernel/schema';

const lineOwner = { projectId: exampleIds.project, serviceId: exampleIds.service };

const pipe = {
  discipline: 'piping',
  itemNumber: 1,
  description: 'Pipe 6 in, ASTM A106 Gr. B, Sch 40',
  wbsCode: '30.50.20.10',
  quantity: 24.4,
  unitOfMeasure: 'm',
  quantityAllowancePercent: 3,
  wasteFactorPercent: 4,
  crewCode: 'PF-01',
  unitManHours: 1.85,
  materialUnitPrice: 118.5,
  freightPercent: 4,
  nominalPipeSize: 6,
  pipeSchedule: '40',
  materialGroup: 'carbon-steel',
};

export const newLine = { ...lineOwner, ...pipe };

export const lineChanges = { quantity: 30, crewCode: 'PF-02' };

export const newLines = {
  ...lineOwner,
  items: [
    pipe,
    { discipline: 'piping', description: 'Gate valve 6 in, class 300', quantity: 2, unitOfMeasure: 'EA' },
  ],
};

export const line = {
  id: exampleIds.line,
  mtoId: exampleIds.line,
  ...newLine,
  installQuantity: 25.132,
  purchaseQuantity: 26.1373,
  crewSize: 8,
  activityManHours: 0,
  baseManHours: 46.4942,
  totalManHours: 46.4942,
  crewHours: 5.8118,
  labourRate: 149.9556,
  labourRateSource: 'crew',
  labourRateBasis: 'all-in-with-indirects',
  labourCost: 6972.07,
  materialBreakdownCost: 0,
  materialCost: 3097.27,
  freightCost: 123.89,
  importDutyCost: 0,
  salesTaxCost: 0,
  equipmentRate: 13.2771,
  equipmentCost: 617.31,
  subcontractCost: 0,
  currency: 'CAD',
  directCost: 10810.54,
  indirectCost: 0,
  escalationCost: 0,
  contingencyCost: 0,
  markupCost: 0,
  totalCost: 10810.54,
  unitCost: 443.0549,
  shopDiaInch: 0,
  fieldDiaInch: 0,
  totalDiaInch: 0,
  inchMetre: 0,
  crewRateMatched: true,
  wbsMatched: true,
};

const { project: projectId } = exampleIds;

const filters = {
  logicalOperator: 'AND',
  conditions: [
    { field: 'totalCost', operator: 'greaterThan', value: 10000 },
    {
      logicalOperator: 'OR',
      conditions: [
        { field: 'materialGroup', operator: 'in', value: ['carbon-steel', 'stainless-steel'] },
        { field: 'crewCode', operator: 'isEmpty' },
      ],
    },
  ],
};

export const search = {
  projectId,
  discipline: 'piping',
  filters,
  sort: [{ field: 'totalCost', direction: 'desc' }],
  limit: 50,
};

export const exportOrder = { projectId, discipline: 'piping', format: 'single-sheet', filters };

export const bulkEdit = {
  projectId,
  selection: { mode: 'ids', ids: [exampleIds.line] },
  updates: { crewCode: 'PF-01', productivityFactor: 1.1, materialUnitPrice: { percent: 5, round: 2 } },
  expectedCount: 1,
};

export const bulkPatch = {
  projectId,
  items: [{ mtoId: exampleIds.line, quantity: 31.5, remarks: 'Measured again' }],
};

export const bulkDelete = {
  projectId,
  selection: {
    mode: 'filters',
    filters: { conditions: [{ field: 'status', operator: 'equals', value: 'void' }] },
  },
  confirm: true,
};
