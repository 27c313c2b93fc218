export type WarningCode =
  | 'FALLBACK_MATCH'
  | 'RENTAL_BASIS_SUBSTITUTED'
  | 'FUEL_PRICE_MISSING'
  | 'OPERATOR_MISSING';

export interface Warning {
  code: WarningCode;
  message: string;
  member: string;
  step?: number;
}

export interface CrewWarning {
  code: string;
  message: string;
  member: string | null;
}
