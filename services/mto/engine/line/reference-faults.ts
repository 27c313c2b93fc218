import type { Fault } from '@consulting/kernel/schema';

export const unknownSubcontractor = (field: string): Fault => ({
  field,
  code: 'REFERENCE',
  message: 'is not a subcontractor of the project',
});

export const otherCurrency = (field: string, currency: string): Fault => ({
  field,
  code: 'REFERENCE',
  message: `must be the currency of the project, ${currency}`,
});
