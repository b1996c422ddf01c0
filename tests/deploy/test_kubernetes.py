"""The manifests keep the published schemas, and fit each other and the app."""

from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from app import VERSION, create_app
from app.web import config
from serve import STOP_SECONDS

FOLDER = Path(__file__).parents[2] / "deploy" / "kubernetes"
OLDEST = "1.30"
"""The oldest Kubernetes that the manifests are for: it knows preStop.sleep."""

NAMES = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]


def _read(name: str) -> dict:
    return yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))


@pytest.fixture
def pod() -> dict:
    return _read("deployment.yaml")["spec"]["template"]


@pytest.fixture
def container(pod) -> dict:
    (only,) = pod["spec"]["containers"]
    return only


def test_kustomization_names_every_manifest():
    found = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
    assert found == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("version", [OLDEST, kubernetes_validate.latest_version()])
def test_manifest_keeps_the_published_schema(name, version):
    kubernetes_validate.validate(_read(name), version, strict=True)


def test_schema_check_finds_a_misspelt_key():
    manifest = _read("deployment.yaml")
    manifest["spec"]["template"]["spec"]["terminationGracePeriod"] = 1
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(manifest, OLDEST, strict=True)


def test_pod_keeps_the_restricted_pod_security_standard(pod, container):
    spec = pod["spec"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert spec["automountServiceAccountToken"] is False
    context = container["securityContext"]
    assert context["allowPrivilegeEscalation"] is False
    assert context["readOnlyRootFilesystem"] is True
    assert context["capabilities"] == {"drop": ["ALL"]}
    volumes = [set(volume) - {"name"} for volume in spec["volumes"]]
    assert volumes == [{"emptyDir"}] * len(volumes)


def test_every_label_selector_finds_the_pod(pod):
    labels = pod["metadata"]["labels"].items()
    service = _read("service.yaml")["spec"]["selector"]
    selectors = [
        service,
        _read("deployment.yaml")["spec"]["selector"]["matchLabels"],
        _read("disruption.yaml")["spec"]["selector"]["matchLabels"],
        _read("network.yaml")["spec"]["podSelector"]["matchLabels"],
        *(
            spread["labelSelector"]["matchLabels"]
            for spread in pod["spec"]["topologySpreadConstraints"]
        ),
    ]
    assert [s for s in selectors if not s.items() <= labels] == []


def test_every_port_and_name_leads_to_the_next(container):
    (port,) = container["ports"]
    (service_port,) = _read("service.yaml")["spec"]["ports"]
    assert service_port["targetPort"] == port["name"]
    (rule,) = _read("ingress.yaml")["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    backend = {"name": "calculator", "port": {"name": service_port["name"]}}
    assert path["backend"]["service"] == backend
    target = _read("autoscaler.yaml")["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", "calculator")
    for name in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[name]["httpGet"] == {"path": "/healthz", "port": port["name"]}


def test_settings_of_the_pod_are_settings_of_the_app(container):
    settings = config.load({env["name"]: env["value"] for env in container["env"]})
    assert settings.trusted_proxies == 1
    assert settings.bind.endswith(f":{container['ports'][0]['containerPort']}")
    (rule,) = _read("ingress.yaml")["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert settings.path_prefix == path["path"]
    assert settings.public_url == f"https://{rule['host']}{path['path']}"


def test_nothing_goes_out_of_the_pod():
    policy = _read("network.yaml")["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["egress"] == []


def test_a_stopping_pod_may_answer_what_it_has_begun(pod, container):
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert grace > pause + STOP_SECONDS


def test_metrics_are_answered_to_the_cluster_and_not_through_the_ingress(container):
    settings = {env["name"]: env["value"] for env in container["env"]}
    counting = {**settings, "SDC_METRICS": "on", "SDC_WORKERS": "1", "TESTING": True}
    client = create_app(counting).test_client()
    # What every ingress controller adds.
    visitor = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
    assert client.get("/metrics").status_code == 200
    for path in ("/metrics", f"{config.load(settings).path_prefix}/metrics"):
        assert client.get(path, headers=visitor).status_code == 404


def test_the_version_is_that_of_the_project(container):
    compose = (FOLDER.parents[1] / "compose.yaml").read_text(encoding="utf-8")

    assert container["image"].endswith(f":{VERSION}")
    assert 2 == compose.count(f"${{VERSION:-{VERSION}}}")
