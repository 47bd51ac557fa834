"""Runs two published suites against a SCIM service: published-suites.py <base URL> <key>

pip install 'scim2-tester[httpx]==0.2.8' scim2-models==0.6.9 scim-sanity==0.7.2
It fails if a suite finds something else than what functions/scim/README.md names.
"""

import subprocess
import sys

from httpx import Client
from scim2_client.engines.httpx import SyncSCIMClient
from scim2_models import ServiceProviderConfig
from scim2_tester import Status, check_server

url, key = sys.argv[1:]

# RFC 9865 and RFC 9967 add attributes that these models do not know.
ServiceProviderConfig.model_config["extra"] = "ignore"
ServiceProviderConfig.model_rebuild(force=True)
client = SyncSCIMClient(Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60))
client.discover()
results = check_server(client)
named = ("did not remove attribute 'active'", "extension:2.0:Operation'")
bad = (Status.DEVIATION, Status.ERROR, Status.CRITICAL)
found = [one for one in results if one.status in bad]
for one in found:
    print(one.status.name, one.title, one.reason)
print(f"scim2-tester: {len(results)} checks, {len(found)} findings")
unknown = [one for one in found if not any(text in (one.reason or "") for text in named)]

options = ["--resource", "User", "--i-accept-side-effects"]
probe = [sys.executable, "-m", "scim_sanity", "probe", url, "--token", key, *options]
sanity = subprocess.run(probe, check=False)
sys.exit(1 if unknown or sanity.returncode else 0)
