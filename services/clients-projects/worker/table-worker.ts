import { serveTable } from '@consulting/imports/table/table-worker';
import { subcontractorList } from '../domain/subcontractor-list';

serveTable(subcontractorList);
