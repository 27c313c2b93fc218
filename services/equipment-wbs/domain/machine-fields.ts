import { number } from '@consulting/kernel/fields/kinds';

/** Kinds of figures that the catalogue and the tags of projects share. */
export const notNegative = () => number({ min: 0 });

export const hoursCovered = (rate: string) =>
  number({ above: 0 }).describe(`Hours that the ${rate} rate covers.`);
