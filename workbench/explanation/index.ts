export { ExplanationDialog, type Question } from './explanation-dialog';
export { TreeNode } from './tree-node';
export { Why, WhyButton } from './why-button';
