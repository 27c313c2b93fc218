import { entry, list } from '@consulting/shared/fields/composite';
import { choice, country, currency, email, integer, text } from '@consulting/shared/fields/kinds';
import { paging, QueryInput } from '@consulting/shared/fields/query';
import { RecordInput } from '@consulting/shared/fields/record';

export const clientStatuses = ['active', 'inactive', 'prospect'] as const;

const clientTypes = [
  'owner',
  'developer',
  'contractor',
  'lender',
  'law-firm',
  'public-body',
  'insurer',
] as const;

const contact = entry({
  name: text(120),
  position: text(120),
  email: email(),
  phone: text(120),
  role: text(120),
});

/** Writable fields of a client (resources.md 2). */
export const clientInput = new RecordInput(
  {
    code: text(30).required().describe('Client code, unique ignoring case.'),
    name: text(200).required(),
    legalName: text(200).describe('Registered name.'),
    industry: text(80).describe('For example Oil & Gas, Mining, Power.'),
    clientType: choice(clientTypes).describe('Role in which the client usually acts.'),
    status: choice(clientStatuses).default('active'),
    contactName: text(120),
    contactEmail: email(),
    contactPhone: text(120),
    contactPosition: text(120),
    contacts: list(contact, 20).describe('Further contacts.'),
    addressLine1: text(120),
    addressLine2: text(120),
    city: text(120),
    province: text(120),
    postalCode: text(120),
    country: country(),
    website: text(200),
    taxNumber: text(40),
    defaultCurrency: currency().describe('Proposed for new projects.'),
    paymentTermsDays: integer({ min: 0, max: 365 }),
    accountManager: text(120).describe('Responsible consultant.'),
    remarks: text(2000),
  },
  { server: ['clientId', 'projectCount', 'projects'] },
);

export const clientQuery = new QueryInput({
  search: text(200).describe('Matches name, code, legal name and all contact fields.'),
  status: choice(clientStatuses).describe('Only clients in this status.'),
  industry: text(80).describe('Only clients of this industry, case ignored.'),
  ...paging,
});
