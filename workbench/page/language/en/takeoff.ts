export const takeoff = {};
