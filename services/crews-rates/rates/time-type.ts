export interface PerTimeType<T> {
  straightTime: T;
  overtime: T;
  doubleTime: T;
}

export const timeTypes = ['straightTime', 'overtime', 'doubleTime'] as const;

export type TimeType = (typeof timeTypes)[number];

export const perTimeType = <T>(valueOf: (timeType: TimeType) => T): PerTimeType<T> => ({
  straightTime: valueOf('straightTime'),
  overtime: valueOf('overtime'),
  doubleTime: valueOf('doubleTime'),
});
