"""A client whose author has only docs/openapi.json: generated-client.py <origin> <token>. Prints what it found."""

import datetime
import gzip
import io
import json
import sys

from generated import AuthenticatedClient, models
from generated.api.deployment import show_overview, show_problem_types
from generated.api.employees import list_employees, show_employee
from generated.api.events import preview_event, send_onboarding
from generated.api.lists import begin_plan, create_plan, list_plans, upload_rows
from generated.api.operations import list_operations, release_operation, show_operation
from generated.types import File

origin, token = sys.argv[1:]
client = AuthenticatedClient(base_url=origin, token=token, timeout=60, raise_on_unexpected_status=True)
hire = models.EmployeeHired(
    type_="employee.hired",
    timestamp=datetime.datetime.now(datetime.timezone.utc),
    data=models.EmployeeHiredData(
        employee_id="P-1",
        name=models.EmployeeHiredDataName(given_name="Given", family_name="P-1"),
        email="p-1@example.com",
    ),
)
preview = preview_event.sync("ops", client=client, body=hire)
accepted = send_onboarding.sync("ops", client=client, body=hire, prefer="wait=20")
page = list_operations.sync(
    client=client, status=models.ListOperationsStatus.SUCCEEDED, type_="employee.hired", employee_id="P-1"
)
refused = release_operation.sync(accepted.id, client=client, body=models.VerbRequest(hours=1))
wrong = list_operations.sync_detailed(client=client, reason="nothing-like-it")

plan = create_plan.sync(
    client=client, body=models.NewPlan(source="file", as_of=datetime.datetime.now(datetime.timezone.utc))
)
rows = json.dumps([2, {"id": "P-2", "mail": "p-2@example.com"}, []]).encode()
part = File(payload=io.BytesIO(gzip.compress(rows)), mime_type="application/gzip")
stored = upload_rows.sync_detailed(plan.id, 0, client=client, body=part)
begun = begin_plan.sync(plan.id, client=client, body=models.BeginPlan(chunks=1, rows=1))

print(
    json.dumps(
        {
            "preview": preview.events[0].match.verdict.to_dict(),
            "status": accepted.status.value,
            "listed": [one.id for one in page.operations] == [accepted.id],
            "history": len(show_operation.sync(accepted.id, client=client).history),
            "employee": show_employee.sync("P-1", client=client).state,
            "active": "P-1" in [one.employee_id for one in list_employees.sync(client=client, state="active").employees],
            "overview": isinstance(show_overview.sync(client=client), models.Overview),
            "problems": show_problem_types.sync_detailed(client=client).status_code,
            "refused": refused.type_,
            "wrong": [wrong.status_code, [one.to_dict() for one in wrong.parsed.errors]],
            "stored": stored.status_code,
            "plans": [one.id for one in list_plans.sync(client=client).plans] == [begun.id],
        }
    )
)
