export { default } from './takeoff';
