export { filtersOf, type ListAddress, pageSize, pagingOf, useListAddress } from './address';
export { FilterBar } from './filters';
export { Library, useLibraryWords } from './library';
export { RecordField } from './record-field';
export { RecordList, type Row } from './record-list';
export { FieldCards, RecordPage } from './record-page';
