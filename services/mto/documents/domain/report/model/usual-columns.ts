/** What a client reads of a line, in this order. */
export const usualColumns = [
  'itemNumber',
  'tag',
  'discipline',
  'description',
  'nominalPipeSize',
  'pipeClass',
  'wbsCode',
  'quantity',
  'unitOfMeasure',
  'crewCode',
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
] as const;
