import { Type } from '@sinclair/typebox';
import { question } from './contract';

const owner = 'equipment-wbs';

/** Which of the codes are WBS items of the project, universal items included; returned as they were asked. */
export const findWbsCodes = question(
  owner,
  'wbs.find',
  Type.Object({ projectId: Type.String(), wbsCodes: Type.Array(Type.String()) }),
  Type.Object({ wbsCodes: Type.Array(Type.String()) }),
);
