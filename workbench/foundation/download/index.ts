export { DownloadButton } from './download-button';
export { pathWith } from './path-with';
