import { exampleIds } from '@consulting/kernel/fields/example';

export const newService = {
  serviceType: 'estimation',
  details: { estimateClass: '3', scopeOfWork: 'Piping of unit 200' },
};

export const newNamedService = { ...newService, serviceName: 'Class 3 estimate' };

export const serviceChanges = {
  status: 'in-progress',
  dueDate: '2025-10-31',
  details: { assumptions: ['Pipe racks are shared with unit 100.'] },
};

const owner = { projectId: exampleIds.project, status: 'draft', leadConsultant: 'Jane Moreau' };

export const service = {
  id: exampleIds.service,
  serviceId: exampleIds.service,
  serviceType: 'estimation',
  serviceName: newNamedService.serviceName,
  serviceCode: 'EST-01',
  name: newNamedService.serviceName,
  code: 'EST-01',
  dueDate: '2025-10-31',
  ...owner,
};

export const estimationService = {
  ...service,
  details: {
    ...newService.details,
    currentEstimationId: exampleIds.estimation,
    takeoffTotals: { itemCount: 60, totalManHours: 25684.804, totalCost: 5110852.7 },
  },
};

export const serviceCounts = { estimation: 1, loanMonitoring: 0, projectControls: 0, claims: 0 };
