import type { components } from '@consulting/client/api';
import { declared } from '@consulting/foundation/records';

export type WbsItem = components['schemas']['WbsItem'];
export type WbsBranch = components['schemas']['WbsBranch'];

export const sectionsFor = (isOfProject: boolean) =>
  declared('wbs').sections.filter(({ title }) => isOfProject || title !== 'budget');

const parentCodeOf = ({ path, wbsCode }: WbsItem): string | null =>
  path.length > wbsCode.length
    ? (path
        .slice(0, -wbsCode.length - 1)
        .split('/')
        .at(-1) ?? null)
    : null;

export const withParentCode = (item: WbsItem) => ({ ...item, parentCode: parentCodeOf(item) });
