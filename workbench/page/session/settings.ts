import { useQuery } from '@tanstack/react-query';
import { ConnectionLost, refusalOf } from '../api/problem';

/** The login at the organisation's provider. */
export interface Login {
  clientId: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
}

/** How people may let themselves in, as the gateway says it before anybody is in. */
interface WaysIn {
  login: Login | null;
  hasApiKeys: boolean;
}

export async function readWaysIn(): Promise<WaysIn> {
  const response = await fetch('/app/settings.json').catch((error) => {
    throw new ConnectionLost('The service was not reached.', { cause: error });
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as WaysIn;
}

export const useWaysIn = () => useQuery({ queryKey: ['ways in'], queryFn: readWaysIn });
