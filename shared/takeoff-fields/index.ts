export { type CommonKey, commonFields } from './common';
export {
  byDiscipline,
  type Discipline,
  disciplineLabels,
  disciplineNames,
  disciplines,
  isDiscipline,
} from './discipline';
export { enumLabel } from './enum-label';
export {
  columnType,
  decimalsOf,
  type Field,
  type FieldType,
  isMoney,
  isNumeric,
  isPerUnit,
  isPriceTarget,
} from './field';
export {
  knownUnitOfMeasure,
  meantBy,
  normaliseEnum,
  normaliseUnitOfMeasure,
  readBoolean,
  readEnum,
  spellingsOf,
} from './read-value';
export {
  allKeys,
  commonPosition,
  fieldsNamed,
  fieldsOf,
  findField,
  isColumn,
  ownFields,
  positionOf,
} from './registry';
export {
  dimensionOf,
  type UnitDimension,
  type UnitRatio,
  type UnitSystem,
  unitOfSystem,
  unitRatio,
} from './unit-dimensions';
export {
  type Conversion,
  conversionOf,
  converted,
  convertFromUs,
  convertToUs,
  headerSpellings,
  unitOfMeasureSpellings,
  unitsWithoutHeaderSuffix,
  usualUnits,
  wordsWithoutQuantity,
} from './units';
