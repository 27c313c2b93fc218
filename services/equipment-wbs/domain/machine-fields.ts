import { number } from '@consulting/kernel/fields/kinds';

export const notNegative = () => number({ min: 0 });

export const hoursCovered = (rate: string) =>
  number({ above: 0 }).describe(`Hours that the ${rate} rate covers.`);
