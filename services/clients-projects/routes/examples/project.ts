import { exampleIds } from '@consulting/kernel/fields/example';

const place = { country: 'CA', region: 'Western Canada', province: 'Alberta', year: 2025, quarter: 'Q3' };

export const newProject = {
  name: 'Cold Lake expansion',
  clientId: exampleIds.client,
  projectType: 'petrochemical',
  contractType: 'epcm',
  ...place,
  startDate: '2025-09-01',
  endDate: '2027-06-30',
};

export const newNamedProject = {
  projectCode: 'BOR-0001',
  projectName: newProject.name,
  clientId: exampleIds.client,
  projectType: newProject.projectType,
  ...place,
};

export const projectChanges = { status: 'active', endDate: '2027-09-30', projectManager: 'David Chen' };

export const project = {
  id: exampleIds.project,
  projectId: exampleIds.project,
  projectCode: newNamedProject.projectCode,
  projectName: newProject.name,
  code: newNamedProject.projectCode,
  ...newProject,
  status: 'planning',
  currency: 'CAD',
  unitSystem: 'metric',
  serviceCount: 1,
};
