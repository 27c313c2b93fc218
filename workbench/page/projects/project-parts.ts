import { lazy } from 'react';

const projectRecords = () => import('./project-records');
const overview = () => import('../overview/overview');
const takeoff = () => import('@consulting/takeoff');
const figures = () => import('../figures/figures');
const fileImport = () => import('../import/import');
const estimateSheet = () => import('../estimate-sheet/estimate-sheet');

export const Subcontractors = lazy(async () => ({ default: (await projectRecords()).Subcontractors }));
export const EquipmentTags = lazy(async () => ({ default: (await projectRecords()).EquipmentTags }));
export const Overview = lazy(overview);
export const Takeoff = lazy(takeoff);
export const Figures = lazy(figures);
export const Import = lazy(fileImport);
export const EstimateSheet = lazy(estimateSheet);

// In the order in which people come to them.
export const projectParts = [overview, takeoff, figures, fileImport, estimateSheet, projectRecords];
