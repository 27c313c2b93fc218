import { exampleIds } from '@consulting/kernel/fields/example';

export const newClient = {
  code: 'BOR',
  name: 'Borealis Energy',
  legalName: 'Borealis Energy Ltd.',
  industry: 'Oil & Gas',
  clientType: 'owner',
  contactName: 'Anne Fraser',
  contactEmail: 'anne.fraser@borealis.example',
  city: 'Calgary',
  province: 'Alberta',
  country: 'CA',
  defaultCurrency: 'CAD',
  paymentTermsDays: 30,
};

export const client = {
  id: exampleIds.client,
  clientId: exampleIds.client,
  ...newClient,
  status: 'active',
  projectCount: 1,
};
