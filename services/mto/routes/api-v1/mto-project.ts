import { fileDownload, workbookType } from '@consulting/kernel/http';
import { htmlPolicy, htmlType, reportFile, reportQuery } from '@consulting/mto-documents';
import {
  distinctValues,
  distinctValuesQuery,
  fromAnyServer,
  inTurn,
  listDisciplines,
  summariseProject,
  summariseWbs,
  summaryQuery,
  wbsSummaryQuery,
} from '@consulting/mto-lines';
import { wbsSummary } from '../responses/aggregate';
import { disciplineList, distinctValueList, takeoffSummary } from '../responses/summary';
import { route } from '../route';

const reportDocument = {
  type: 'string',
  format: 'binary',
  description: 'An Excel workbook, or HTML in UTF-8.',
};

export const mtoProject = [
  route.get(
    '/mto/project/:projectId/summary',
    {
      name: 'mto.summary',
      summary: 'Summarise a takeoff by discipline',
      description:
        'Hours, cost elements and quantities per unit by discipline, and hours and costs by the first level of the WBS and by crew. Void and excluded lines are left out; quantities of several units are never added.',
      answer: takeoffSummary,
      problems: ['NO_SNAPSHOT'],
      query: summaryQuery,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, (ctx) => summariseProject(ctx, params.projectId, query)),
  ),
  route.get(
    '/mto/project/:projectId/wbs-summary',
    {
      name: 'mto.wbsSummary',
      summary: 'Roll a takeoff up over its WBS',
      description:
        'Lines, man-hours and cost elements of every WBS item that has lines, and of all that is below it. The figures of the root are those of the summary; lines without a code and with codes that the WBS does not have are children of the root of their own kind.',
      answer: wbsSummary,
      problems: ['NO_SNAPSHOT'],
      query: wbsSummaryQuery,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, (ctx) => summariseWbs(ctx, params.projectId, query)),
  ),
  route.get(
    '/mto/project/:projectId/report',
    {
      name: 'mto.report',
      summary: 'Download a takeoff as a report for the client',
      description:
        'Cover, summaries by discipline, by WBS and by area, with charts, the way to the grand total, the estimate sheet, crews, ratios, the costliest lines, the changes since the version before, the basis of estimate, and the lines that count, without identifiers: as a workbook, or as one HTML file that is made for printing. Without an `estimationId` the lines are the current ones, under the newest draft of the service. Void and excluded lines are left out.',
      answer: reportDocument,
      problems: ['NO_SNAPSHOT', 'NO_BID_SPREAD'],
      query: reportQuery,
      isOfProjects: true,
      isBulk: true,
      answerType: [workbookType, htmlType],
    },
    async (ctx, { params, query, signal }) => {
      const { fileName, type, bytes } = await reportFile(ctx, params.projectId, query, signal);
      const answer = fileDownload(fileName, type, bytes);
      if (type.startsWith(htmlType)) answer.headers.set('content-security-policy', htmlPolicy);
      return answer;
    },
  ),
  route.get(
    '/mto/project/:projectId/disciplines',
    {
      name: 'mto.disciplines',
      summary: 'List the disciplines used in a project',
      description: 'Only those with lines, void and excluded ones included.',
      answer: disciplineList,
    },
    (ctx, { params }) => fromAnyServer(ctx, (ctx) => listDisciplines(ctx, params.projectId)),
  ),
  route.get(
    '/mto/project/:projectId/distinct-values/:field',
    {
      name: 'mto.distinctValues',
      summary: 'List the distinct values of a field',
      description:
        'For filter lists: values in sorting order with their number of lines, at most 1000; `truncated` says that there are more. Void and excluded lines count.',
      answer: distinctValueList,
      problems: ['NO_SNAPSHOT'],
      query: distinctValuesQuery,
    },
    (ctx, { params, query, signal }) =>
      inTurn(ctx, signal, (ctx) => distinctValues(ctx, params.projectId, params.field, query)),
  ),
];
