import type { Attack } from './attack';
import { archives } from './attacks/archives';
import { csv } from './attacks/csv';
import { forms } from './attacks/forms';
import { connections } from './attacks/http-connections';
import { headers } from './attacks/http-headers';
import { json } from './attacks/json';
import { requests } from './attacks/requests';
import { searches } from './attacks/searches';
import { sheets } from './attacks/sheets';
import { xml } from './attacks/xml';

/** All of them, in the order in which they run. */
export const attacks: Attack[] = [
  ...archives,
  ...xml,
  ...sheets,
  ...csv,
  ...json,
  ...forms,
  ...headers,
  ...connections,
  ...searches,
  ...requests,
];
