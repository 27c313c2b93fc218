import type { Api } from './api';

interface Coded extends Record<string, unknown> {
  code: string;
}

/** The record that a list holds under the code, or the one that is created now: the demo can be run again. */
async function ensure<T extends Coded>(api: Api, list: string, create: string, body: Coded): Promise<T> {
  const { data } = await api.get<{ data: T[] }>(list);
  return data.find((record) => record.code === body.code) ?? api.post<T>(create, body);
}

/** The example client, project and estimation service; those that exist are kept. */
export async function prepareProject(api: Api): Promise<{ projectId: string; serviceId: string }> {
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
  const project = await ensure<{ projectId: string } & Coded>(
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
  const services = `/v1/projects/${project.projectId}/services`;
  const service = await ensure<{ serviceId: string } & Coded>(api, services, services, {
    code: 'EST-DEMO',
    name: 'Piping estimate',
    serviceType: 'estimation',
  });
  return { projectId: project.projectId, serviceId: service.serviceId };
}
