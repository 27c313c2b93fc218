export { type Api, answered, type Caller, useApi, useCaller } from './client';
export { type Discipline, disciplines, workDisciplines } from './disciplines';
export { type Field, useFields } from './fields';
export { newKey, useAttemptKey, useIdempotencyKey } from './idempotency';
export { ApiProblem, isPassing, refusalOf } from './problem';
export { createQueries } from './queries';
export { type Answer, useAsk, useRead } from './read';
export { requestsOf } from './requests';
export { fileNameOf } from './saved-file';
