import { listJob } from '@consulting/imports/list/list-task';
import { serveImports } from '@consulting/imports/worker/import-worker';
import { openSubcontractorWriter } from '../domain/subcontractor-files';
import { subcontractorList } from '../domain/subcontractor-list';

serveImports(
  listJob([{ list: subcontractorList, open: ({ projectId }) => openSubcontractorWriter(projectId ?? '') }]),
);
