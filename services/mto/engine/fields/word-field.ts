import {
  byDiscipline,
  commonFields,
  type Discipline,
  type Field,
  ownFields,
} from '@consulting/takeoff-fields';

const commonKeys = ['description', 'tag', 'itemCode', 'drawingNumber', 'specificationNumber', 'remarks'];

const groups: Readonly<Record<Discipline, readonly string[]>> = {
  electrical_equipment: ['Equipment Identification'],
  mechanical_equipment: ['Equipment Identification'],
  bulk_electrical: ['Item', 'Cable'],
  instrumentation: ['Instrument Identification', 'Installation Materials'],
  piping: ['Line Identification', 'Pipe Specification'],
  civil: ['Work Item'],
  concrete: ['Element', 'Concrete Mix', 'Reinforcement and Embedments'],
  structural: ['Member Identification', 'Section and Material'],
  architectural: ['Location and Reference', 'Material and Performance'],
};

const isText = ({ type }: Field) => type === 'text';

export const wordFields = {
  common: commonFields.filter(({ key }) => commonKeys.includes(key)),
  own: byDiscipline((discipline) =>
    ownFields[discipline].filter((field) => isText(field) && groups[discipline].includes(field.group)),
  ),
};
