import { type Discipline, disciplines, findField, readEnum } from '@consulting/mto-engine';

const field = findField(disciplines[0], 'discipline');

export const disciplineNamed = (text: string): Discipline | undefined =>
  field && (readEnum(field, text) as Discipline | undefined);
