import {
  choice,
  country,
  currency,
  date,
  integer,
  list,
  number,
  ordered,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  uuid,
} from '@consulting/kernel/schema';
import { projectSorting } from '../store/project';

export const projectStatuses = ['planning', 'active', 'completed', 'on-hold', 'cancelled'] as const;

const contractTypes = [
  'lump-sum',
  'unit-price',
  'cost-plus',
  'target-cost',
  'epc-turnkey',
  'epcm',
  'time-and-materials',
] as const;

const amountOfMoney = () => number({ min: 0 });

export const projectInput = new RecordInput(
  {
    code: text(40).describe('Project code, unique for the client; by default <client code>-<4 digits>.'),
    name: text(200).required().describe('Name of the project.'),
    clientId: uuid().required().describe('An existing client; fixed while the project has services.'),
    description: text(4000).describe('What the project is about.'),
    status: choice(projectStatuses, 'ProjectStatus')
      .default('planning')
      .describe('Where the project stands; completed needs every service to be finished.'),
    projectType: text(60).describe('For example petrochemical or mining; used to match rate cards.'),
    industrySector: text(80).describe('Sector, for example downstream or utilities.'),
    contractType: choice(contractTypes, 'ProjectContractType').describe('Contract of the construction work.'),
    country: country().describe('Country of the site, ISO 3166-1 alpha-2; used to match rate cards.'),
    region: text(80).describe('Region above the province, for example Gulf Coast; used to match rate cards.'),
    province: text(80).describe('Province or state of the site; used to match rate cards.'),
    city: text(200).describe('Town of the site.'),
    siteAddress: text(200).describe('Address of the site.'),
    latitude: number({ min: -90, max: 90 }).describe('Latitude of the site in degrees, north positive.'),
    longitude: number({ min: -180, max: 180 }).describe('Longitude of the site in degrees, east positive.'),
    year: integer({ min: 1990, max: 2100 }).describe('Pricing year; used to match rate cards.'),
    quarter: choice(['Q1', 'Q2', 'Q3', 'Q4'], 'Quarter').describe(
      'Pricing quarter; used to match rate cards, where none is read as Q4.',
    ),
    currency: currency().describe(
      'Currency of all amounts of the project, ISO 4217; by default that of the client, else USD. Fixed once priced takeoff lines exist.',
    ),
    unitSystem: choice(['metric', 'us'], 'UnitSystem')
      .default('metric')
      .describe('Units offered in templates.'),
    siteCondition: choice(['greenfield', 'brownfield', 'turnaround'], 'SiteCondition').describe(
      'Whether the site is new, in operation, or shut down for the work.',
    ),
    startDate: date().describe('First day of the project.'),
    mechanicalCompletionDate: date().describe('Planned day of mechanical completion.'),
    endDate: date().describe('Last day of the project; not before startDate.'),
    capacity: text(120).describe('Capacity of the plant with its unit, for example 120,000 bbl/d.'),
    budgetAmount: amountOfMoney().describe("Owner's budget, in the currency of the project."),
    projectManager: text(120).describe('Who manages the project.'),
    clientReference: text(80).describe("Client's project number."),
    tags: list(text(80), 20).describe('Free labels; an update replaces the whole list.'),
    remarks: text(2000).describe('Remarks.'),
  },
  {
    name: 'Project',
    names: { projectCode: 'code', projectName: 'name' },
    server: ['projectId', 'serviceCount', 'client', 'services', 'indirectCosts'],
    rules: (project, report) => ordered(report, project.startDate, project.endDate, 'endDate', 'startDate'),
  },
);

export const projectInputOfSet2 = projectInput.requiring('projectCode', 'projectName');

export type ProjectInput = typeof projectInput;

const filters = {
  clientId: uuid().describe('Only projects of this client.'),
  status: choice(projectStatuses, 'ProjectStatus').describe('Only projects in this status.'),
  projectType: text(60).describe('Only projects of this type, case ignored.'),
  search: text(200).describe('Matches name and description.'),
};

const listed = { ...paging, sort: sortOf(projectSorting, projectInput.fields) };

export const projectQuery = new QueryInput({
  ...filters,
  country: text(80).describe('Only projects in this country, ISO 3166-1 alpha-2.'),
  year: integer({ min: 0, max: 9999 }).describe('Only projects of this pricing year.'),
  ...listed,
});

export const projectQueryOfSet2 = new QueryInput({ ...filters, ...listed });

export const clientOfProjectQuery = new QueryInput({
  clientId: uuid().required().describe('Client of the project; a project of another client is 404.'),
});
