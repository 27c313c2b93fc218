import { exampleIds } from '@consulting/kernel/fields/example';

const grown = (before: number, after: number, growth: number, growthPercent: number) => ({
  before,
  after,
  growth,
  growthPercent,
});

const block = {
  lines: grown(60, 60, 0, 0),
  quantities: [{ unitOfMeasure: 'm', ...grown(3820.4, 3826, 5.6, 0.15) }],
  totalManHours: grown(25684.804, 25695.4748, 10.6708, 0.04),
  totalCost: grown(5110852.7, 5113333.82, 2481.12, 0.05),
};

export const comparison = {
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  currency: 'CAD',
  from: exampleIds.estimation,
  to: 'current',
  totals: block,
  byDiscipline: [{ discipline: 'piping', ...block }],
  byWbs: [{ wbsCode: '30.50.20.10', ...block }],
  changed: [
    {
      mtoId: exampleIds.line,
      discipline: 'piping',
      itemNumber: 1,
      description: 'Pipe 6 in, ASTM A106 Gr. B, Sch 40',
      unitOfMeasure: 'm',
      wbsCode: '30.50.20.10',
      quantity: grown(24.4, 30, 5.6, 22.95),
      totalManHours: grown(46.4942, 57.165, 10.6708, 22.95),
      totalCost: grown(10810.54, 13291.66, 2481.12, 22.95),
      fields: { quantity: { before: 24.4, after: 30 }, labourCost: { before: 6972.07, after: 8572.21 } },
    },
  ],
  total: { added: 0, removed: 0, changed: 1 },
  skip: 0,
  limit: 20,
};
