export {
  csvType,
  type ExportFile,
  exportInput,
  exportLines,
  exportQuery,
  ndjsonType,
  readExport,
  readExportQuery,
} from './domain/export/export-lines';
export { returnedTypes } from './domain/priced-return/media-types';
export { pricedReturnQuery, returnPriced } from './domain/priced-return/priced-return';
export { reconcileQuery, reconciliationFile } from './domain/reconciliation/reconciliation-file';
export { htmlPolicy } from './domain/report/html/document';
export { htmlType, reportFile, reportQuery } from './domain/report/report-file';
export { importTemplate, templateQuery } from './domain/template/template';
