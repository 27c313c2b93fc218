import type { Api } from './api';
import { exampleFile } from './example-data';

/** What rate cards of other countries need. */
const exchangeRates = [{ currency: 'USD', rate: 1.37 }];

interface Coded extends Record<string, unknown> {
  code: string;
}

export interface ExampleProject {
  projectId: string;
  /** Service whose takeoff lines are imported with rates of their own. */
  pricedServiceId: string;
  /** Service whose takeoff lines take their rates from a crew. */
  crewServiceId: string;
}

/** The record that a list holds under the code, or the one that is created now: the demo can be run again. */
async function ensure<T extends Coded>(api: Api, list: string, create: string, body: Coded): Promise<T> {
  const { data } = await api.get<{ data: T[] }>(list);
  return data.find((record) => record.code === body.code) ?? api.post<T>(create, body);
}

/** The example client and project with two estimation services; those that exist are kept. */
export async function prepareProject(api: Api): Promise<ExampleProject> {
  const client = await ensure<{ clientId: string } & Coded>(
    api,
    '/v1/clients?search=NORTHERN',
    '/v1/clients',
    {
      code: 'NORTHERN',
      name: 'Northern Petrochemicals',
      industry: 'Oil & Gas',
      country: 'CA',
      defaultCurrency: 'CAD',
    },
  );
  const { projectId } = await ensure<{ projectId: string } & Coded>(
    api,
    `/v1/projects?clientId=${client.clientId}`,
    '/v1/projects',
    {
      clientId: client.clientId,
      code: 'NP-2025',
      name: 'Ethylene unit 3',
      country: 'CA',
      region: 'Western Canada',
      province: 'Alberta',
      year: 2025,
      quarter: 'Q3',
      projectType: 'petrochemical',
      currency: 'CAD',
    },
  );
  const serviceOf = async (code: string, name: string): Promise<string> => {
    const services = `/v1/projects/${projectId}/services`;
    const body = { code, name, serviceType: 'estimation' };
    return (await ensure<{ serviceId: string } & Coded>(api, services, services, body)).serviceId;
  };
  return {
    projectId,
    pricedServiceId: await serviceOf('EST-DEMO', 'Piping estimate'),
    crewServiceId: await serviceOf('EST-CREW', 'Piping estimate with crew rates'),
  };
}

/** The working week, fuel prices and indirect costs of the example project. */
export async function setIndirectCosts(api: Api, projectId: string): Promise<void> {
  const entered = await exampleFile('indirect-costs.json').json();
  await api.put(`/v1/projects/${projectId}/indirect-costs`, { ...entered, exchangeRates });
  const entries = Object.keys({ ...entered.labour }).length + Object.keys({ ...entered.equipment }).length;
  console.log(`  ${String(entries).padStart(4)} indirect cost entries of the project`);
}
