export { CachedColumns } from './store/cached-columns';
export { columnField, conditionsOf } from './store/column-fields';
export {
  type ColumnCommand,
  type ColumnQuestion,
  type ColumnSignal,
  LineColumns,
} from './store/line-columns';
export { createdKey } from './store/order-columns';
export type { ProjectColumns } from './store/project-columns';
