import { named } from '@consulting/kernel/fields/schema';
import { workbookSchema, workbookType } from '@consulting/kernel/http/workbook-download';
import { storeUpload } from '../accept-upload';
import { acceptedImport } from '../import-answer';
import { receiveList } from './import-list';
import { exportSchema, listImportResult } from './list-answer';
import { listForm } from './list-form';
import type { RecordList } from './record-list';

const csvType = 'text/csv';

const formOf = (list: RecordList) =>
  named(
    list.parts === undefined ? 'ListImportForm' : `${capitalised(list.name)}ImportForm`,
    listForm(list).schema(),
  );

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What the routes of a list say of themselves. `name` is that of its resource, `title` what people call the records. */
export const listRoutes = (name: string, title: string, list: RecordList, tableWorker: URL) =>
  ({
    template: {
      name: `${name}.template`,
      summary: `Download a workbook to fill in and import: ${title}`,
      answer: workbookSchema,
      answerType: workbookType,
    },
    export: {
      name: `${name}.export`,
      summary: `Export all ${title} that the filters select, as the import reads them`,
      answer: exportSchema,
      answerType: [workbookType, csvType],
      isBulk: true,
    },
    import: {
      name: `${name}.import`,
      summary: `Import ${title} from an Excel or CSV file of at most 10,000 rows`,
      answer: listImportResult,
      problems: ['FILE_UNREADABLE', 'UNSUPPORTED_FILE_TYPE'],
      success: 200,
      upload: { parts: formOf(list), receive: receiveList(tableWorker, list) },
    },
    importAsync: {
      name: `${name}.importAsync`,
      summary: `Import ${title} from an Excel or CSV file of at most 100,000 rows by a task`,
      answer: acceptedImport,
      problems: ['UNSUPPORTED_FILE_TYPE'],
      success: 200,
      upload: { parts: formOf(list), receive: storeUpload },
    },
  }) as const;
