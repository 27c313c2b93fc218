import { useQuery } from '@tanstack/react-query';
import { ConnectionLost, refusalOf } from '../api/problem';

export interface Login {
  clientId: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
}

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
