export { importPath, type Part, type Target, useImportPlace } from './import-place';
export {
  type Project,
  type ProjectService,
  projectChanged,
  projectKey,
  type ServiceNeed,
  useProject,
  useProjectAhead,
  useProjectService,
} from './project-data';
