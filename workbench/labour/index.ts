export { type CrewOption, codeOfOption, crewOptions } from './crew-options';
export type { Side } from './crew-table';
export { useLibraryCrews } from './library-crews';
export { ProjectCrews } from './project-crews';
export { type CrewScope, nameOfCrew, type ServiceCrew, useServiceCrews } from './service-crews';
export { UnpricedLines } from './unpriced-lines';
