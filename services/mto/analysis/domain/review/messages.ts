import type { CheckCode } from './checks';

const ofLines: Readonly<Record<CheckCode, string>> = {
  NO_QUANTITY: 'without a quantity',
  ZERO_TOTAL: 'with a total cost of zero',
  NO_LABOUR_RATE: 'with hours and no labour rate',
  UNKNOWN_CREW: 'with a crew code that the service does not have',
  FAILED_ROWS: 'that imports could not take',
  IMPORT_DIFFERS: 'whose file has other figures than its lines',
  RATE_MISSING: 'with prices in a currency without an exchange rate',
  CLASS_UNSUPPORTED: 'with an estimate class that its deliverables do not support',
  NO_HOURS: 'without hours, material cost and subcontract cost',
  NO_MATERIAL_PRICE: 'without a material cost although the owner does not supply it',
  NO_WBS: 'without a WBS code',
  UNKNOWN_WBS: 'with a WBS code that the WBS does not have',
  CREW_STALE: 'of crews whose rates were not calculated again since rate cards or indirect costs changed',
  PRICE_STALE: 'with a price whose row in the price book has changed since',
  OVERRIDE: 'with a total that was entered by hand',
  DUPLICATE_LINES: 'that agree in tag, code, description, drawing, size and quantity with another',
  UNIT_UNUSUAL: 'in a unit that is unusual for their description or item code',
  OUTLIER_HOURS: 'with hours per unit far from those of similar lines',
  OUTLIER_PRICE: 'with a material price per unit far from that of similar lines',
  OUTSIDE_HISTORY: 'with a price outside the P10 to P90 of the own work that its price row was made of',
  FACTORED_SHARE:
    'with factored, allowed or assumed quantities or prices, more than the estimate class allows',
  CONTINGENCY_MISSING: 'without contingency, and none in the version',
  LOW_CONFIDENCE_SHARE: 'of low confidence, more than the estimate class allows',
  QUOTE_OLD: 'with a quote older than 90 days',
};

const nouns: Partial<Record<CheckCode, [string, string]>> = {
  FAILED_ROWS: ['row', 'rows'],
  IMPORT_DIFFERS: ['import', 'imports'],
  CLASS_UNSUPPORTED: ['service', 'services'],
};

export function messageOf(code: CheckCode, count: number): string {
  const [one, many] = nouns[code] ?? ['line', 'lines'];
  return `${count} ${count === 1 ? one : many} ${ofLines[code]}.`;
}
