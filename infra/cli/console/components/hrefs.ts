export function operationHref(id: string): string {
  return `operation?id=${encodeURIComponent(id)}`;
}

export function employeeHref(employeeId: string): string {
  return `employee?id=${encodeURIComponent(employeeId)}`;
}
