import {
  choice,
  country,
  currency,
  email,
  entry,
  integer,
  list,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
} from '@consulting/kernel/schema';
import { clientSorting } from '../store/client';

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

const contact = entry(
  {
    name: text(120).describe('Name of the person.'),
    position: text(120).describe('Position in the organisation.'),
    email: email().describe('E-mail address.'),
    phone: text(120).describe('Telephone number.'),
    role: text(120).describe('Role towards the client, for example invoices or contracts.'),
  },
  { name: 'ClientContact' },
);

export const clientInput = new RecordInput(
  {
    code: text(30).required().describe('Client code, unique ignoring case.'),
    name: text(200).required().describe('Name of the client.'),
    legalName: text(200).describe('Registered name.'),
    industry: text(80).describe('For example Oil & Gas, Mining, Power.'),
    clientType: choice(clientTypes, 'ClientType').describe('Role in which the client usually acts.'),
    status: choice(clientStatuses, 'ClientStatus')
      .default('active')
      .describe('Where the client stands; a prospect becomes active or inactive and never a prospect again.'),
    contactName: text(120).describe('Main contact.'),
    contactEmail: email().describe('E-mail address of the main contact.'),
    contactPhone: text(120).describe('Telephone number of the main contact.'),
    contactPosition: text(120).describe('Position of the main contact.'),
    contacts: list(contact, 20).describe('Further contacts; an update replaces the whole list.'),
    addressLine1: text(120).describe('Street and number.'),
    addressLine2: text(120).describe('Second line of the address.'),
    city: text(120).describe('Town of the address.'),
    province: text(120).describe('Province or state of the address.'),
    postalCode: text(120).describe('Postal code.'),
    country: country().describe('Country of the address, ISO 3166-1 alpha-2.'),
    website: text(200).describe('Address of the web site.'),
    taxNumber: text(40).describe('Tax or VAT number.'),
    defaultCurrency: currency().describe('Currency that is proposed for new projects, ISO 4217.'),
    paymentTermsDays: integer({ min: 0, max: 365 }).describe('Days until an invoice is due.'),
    accountManager: text(120).describe('Responsible consultant.'),
    remarks: text(2000).describe('Remarks.'),
  },
  { name: 'Client', server: ['clientId', 'projectCount', 'projects'] },
);

export const clientQuery = new QueryInput({
  search: text(200).describe('Matches name, code, legal name and all contact fields.'),
  status: choice(clientStatuses, 'ClientStatus').describe('Only clients in this status.'),
  industry: text(80).describe('Only clients of this industry, case ignored.'),
  ...paging,
  sort: sortOf(clientSorting, clientInput.fields),
});
