import { workbookSchema, workbookType } from '@consulting/kernel/http';
import { named } from '@consulting/kernel/schema';
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

const capitalised = (name: string) => name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());

export const listRoutes = (name: string, title: string, list: RecordList, tableWorker: URL) =>
  ({
    template: {
      name: `${name}.template`,
      summary: `Download a workbook to fill in and import: ${title}`,
      description:
        'Labels, drop-down lists, units, an example row that the import leaves out, and a sheet that explains every key.',
      answer: workbookSchema,
      answerType: workbookType,
    },
    export: {
      name: `${name}.export`,
      summary: `Export all ${title} that the filters select, as the import reads them`,
      description:
        'The filters are those of the list, without paging; `format` chooses workbook or CSV. Imported again unchanged, it changes nothing.',
      answer: exportSchema,
      answerType: [workbookType, csvType],
      isBulk: true,
    },
    import: {
      name: `${name}.import`,
      summary: `Import ${title} from an Excel or CSV file of at most 10,000 rows`,
      description:
        'Answers when the rows are stored: those with faults are listed, the others stay stored. Records that exist are skipped unless `updateExisting` is true; `dryRun` stores nothing.',
      answer: listImportResult,
      problems: ['FILE_UNREADABLE', 'UNSUPPORTED_FILE_TYPE'],
      success: 200,
      upload: { parts: formOf(list), receive: receiveList(tableWorker, list) },
    },
    importAsync: {
      name: `${name}.importAsync`,
      summary: `Import ${title} from an Excel or CSV file of at most 100,000 rows by a task`,
      description:
        'Stores the upload and answers at once with a task, whose state is at `/mto/import/status/{taskId}`, with events and cancelling. The rows become visible together when it ends.',
      answer: acceptedImport,
      problems: ['UNSUPPORTED_FILE_TYPE'],
      success: 200,
      upload: { parts: formOf(list), receive: storeUpload },
    },
  }) as const;
